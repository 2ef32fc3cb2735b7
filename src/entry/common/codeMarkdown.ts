import { fence } from '../../base/common/markup';

/**
 * A name as code within a line of Markdown, with marks longer than any in it. Names of files come from the repository:
 * one with a line break in it would end the line and everything that the line says.
 */
export function codeSpan(name: string): string {
  const text = name.replace(/\p{Cc}+/gu, ' ');
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  if (longest === 0) return `\`${text}\``;
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${text} ${marks}`;
}

/** A code block with what the editor calls its language. */
export function codeBlock(text: string, languageId: string): string {
  // Extensions name languages as they like; what a fence cannot have behind it would end the block before it begins.
  return fence(text, /^[^\s`]+$/.test(languageId) ? languageId : '');
}

/** Lines of a text, counted from 1, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
  /** Columns, counted from 1, the last one included: only of a part of one line. */
  readonly columns?: { readonly first: number; readonly last: number };
}

/** `src/parser.ts:3-9`, `src/parser.ts:3`, and `src/parser.ts:3:5-12` for a part of a line. */
export function placeOf(path: string, { first, last, columns }: LineRange): string {
  if (columns) return `${path}:${first}:${columns.first}-${columns.last}`;
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}

/** How many lines before and after something show what it belongs to. */
const linesAround = 3;

/** The lines around some of a text's lines, as a code block that says which they are. */
export function excerpt(lines: readonly string[], { first, last }: LineRange, languageId: string): string {
  const from = Math.max(1, first - linesAround);
  const to = Math.min(lines.length, last + linesAround);
  const which = from === to ? `Line ${from}` : `Lines ${from}-${to}`;
  return `${which}:\n\n${codeBlock(lines.slice(from - 1, to).join('\n'), languageId)}`;
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * The words of a message that a test runner wrote as Markdown, without what marks them up. What may be meant as it
 * stands, `*` and `_` within code for instance, stays.
 */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:`{3,}|~{3})[^\n`]*(?:\n|$)/gm, '')
    .replace(/!?\[([^[\]\n]*)\]\(([^()\s]*)\)/g, (_, text: string, url: string) => (url ? `${text} (${url})` : text))
    .replace(/^#{1,6} +/gm, '')
    .replace(/(?<![\w*])\*\*(?=\S)([^*\n]*\S)\*\*(?![\w*])/g, '$1')
    .replace(/(?<!`)(`{1,2})(?!`)([^\n]*?[^`\n])\1(?!`)/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(nbsp|lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}
