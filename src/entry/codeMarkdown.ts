import { fence } from '../base/markup';

/**
 * A name as inline code in Markdown, with delimiters longer than any in it. File names come from the repository: one
 * with a line break would end the line and the sentence in it.
 */
export function codeSpan(name: string): string {
  const text = name.replace(/\p{Cc}+/gu, ' ');
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  if (longest === 0) return `\`${text}\``;
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${text} ${marks}`;
}

/** A code block with the editor's language id. */
export function codeBlock(text: string, languageId: string): string {
  // Extensions choose any language id; one with characters that aren't allowed after a fence would break the block.
  return fence(text, /^[^\s`]+$/.test(languageId) ? languageId : '');
}

/** Lines of a text, counted from 1, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
  /** Columns, counted from 1, the last one included: only for a part of one line. */
  readonly columns?: { readonly first: number; readonly last: number };
}

/** `src/parser.ts:3-9`, `src/parser.ts:3`, and `src/parser.ts:3:5-12` for a part of a line. */
export function placeOf(path: string, { first, last, columns }: LineRange): string {
  if (columns) return `${path}:${first}:${columns.first}-${columns.last}`;
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}

/** Number of context lines before and after. */
const linesAround = 3;

/** Lines of a text and the lines around them, as a code block that names the lines. */
export function excerpt(lines: readonly string[], { first, last }: LineRange, languageId: string): string {
  const from = Math.max(1, first - linesAround);
  const to = Math.min(lines.length, last + linesAround);
  const which = from === to ? `Line ${from}` : `Lines ${from}-${to}`;
  return `${which}:\n\n${codeBlock(lines.slice(from - 1, to).join('\n'), languageId)}`;
}
