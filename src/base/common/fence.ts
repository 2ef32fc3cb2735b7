/** A Markdown code block that survives its content: its fence is longer than any run of backticks in it. */
export function fence(text: string, language = ''): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const marks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}
