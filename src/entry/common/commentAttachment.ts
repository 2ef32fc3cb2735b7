import type { Attachment } from '../../draft/common/draft';
import { codeSpan } from './codeSpan';
import { excerpt } from './excerpt';
import { placeOf } from '../../draft/common/place';
import type { ShownFile } from './problemAttachment';
import { commentLines } from './taskComment';

/** The comment at a line, counted from 0, with what is around it. */
export function commentAttachment(path: string, index: number, { lines, languageId }: ShownFile): Attachment {
  const { first, last } = commentLines(lines, index);
  const about = placeOf(path, { first: index + 1, last: index + 1 });
  const around = excerpt(lines, { first: first + 1, last: last + 1 }, languageId);
  return { kind: 'comment', about, text: `Do what the comment in ${codeSpan(about)} says.\n\n${around}` };
}
