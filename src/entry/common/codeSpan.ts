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
