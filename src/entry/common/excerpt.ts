import { codeBlock } from './codeBlock';

/** How many lines before and after something show what it belongs to. */
const linesAround = 3;

/** The lines around some of a text's lines, as a code block that says which they are. */
export function excerpt(
  lines: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
  languageId: string,
): string {
  const from = Math.max(1, first - linesAround);
  const to = Math.min(lines.length, last + linesAround);
  const which = from === to ? `Line ${from}` : `Lines ${from}-${to}`;
  return `${which}:\n\n${codeBlock(lines.slice(from - 1, to).join('\n'), languageId)}`;
}
