import type { Attachment } from '../../draft/common/draft';
import { codeBlock } from './codeBlock';
import { codeSpan } from './codeSpan';

/** In bytes of UTF-8. More than that says nothing to a reader, and what is left out cannot be seen to be missing. */
export const maxFileBytes = 1_000_000;

export interface HandedFile {
  /** As the message names it. */
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
  /** It is shown in an editor, and not saved. */
  readonly unsaved?: boolean;
}

export function fileAttachment({ path, languageId, text, unsaved = false }: HandedFile): Attachment {
  const name = unsaved ? `${codeSpan(path)}, with changes that are not saved` : codeSpan(path);
  const content = text === '' ? `The file ${name} is empty.` : `The file ${name}:\n\n${codeBlock(text, languageId)}`;
  return { kind: 'file', about: path, text: content };
}
