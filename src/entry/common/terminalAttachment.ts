import type { Attachment } from '../../draft/common/draft';
import { fence } from '../../base/common/markup';
import { codeSpan } from './codeSpan';

/** What was selected in a terminal; `undefined` when that is nothing to read. */
export function terminalAttachment(terminal: string, selection: string): Attachment | undefined {
  const text = withoutControls(selection);
  if (text.trim() === '') return undefined;
  return {
    kind: 'terminal',
    about: terminal,
    text: `Selected in the terminal ${codeSpan(terminal)}:\n\n${fence(text, 'text')}`,
  };
}

/* eslint-disable no-control-regex -- Control characters are what is looked for. */
const titles = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?/g;
const coloursAndMoves = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/* eslint-enable no-control-regex */

/** Without the sequences that colour a text, move the cursor or name the window, and without what is left of them. */
export function withoutControls(text: string): string {
  return text
    .replace(titles, '')
    .replace(coloursAndMoves, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '');
}
