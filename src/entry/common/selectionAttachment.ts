import type { Attachment } from '../../draft/common/draft';
import { codeBlock } from './codeBlock';
import { codeSpan } from './codeSpan';
import { placeOf, type LineRange } from '../../draft/common/place';

/** A selection in an editor; positions are the editor's, counted from 0. */
export interface Selected {
  /** As the message names the file. */
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
  readonly start: Position;
  readonly end: Position;
  /** The whole line that the selection starts in. */
  readonly firstLine: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export function selectionAttachment(selected: Selected): Attachment {
  const about = placeOf(selected.path, linesOf(selected));
  const text = `Selected in ${codeSpan(about)}:\n\n${codeBlock(selected.text, selected.languageId)}`;
  return { kind: 'selection', about, text };
}

/** A part of a line says which, so that two of the same line can stand side by side. */
function linesOf({ start, end, text, firstLine }: Selected): LineRange {
  const first = start.line + 1;
  if (start.line === end.line && text.trim() !== firstLine.trim()) {
    return { first, last: first, columns: { first: start.character + 1, last: end.character } };
  }
  // Who selects whole lines ends at the beginning of the next one, of which nothing is selected.
  return { first, last: end.character === 0 && end.line > start.line ? end.line : end.line + 1 };
}
