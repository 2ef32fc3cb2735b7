const assignment =
  /(?<![^\n])[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\n]*))/g;

/**
 * The variables in a file of `NAME=value` lines. A name may be preceded by `export`; a comment may be on a line of its
 * own or after a value; a quoted value may have several lines, and escapes between double quotes. The last value of a
 * name counts. Any other lines are skipped.
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const variables = new Map<string, string>();
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (const [, name = '', double, single, back, plain = ''] of lines.matchAll(assignment)) {
    variables.set(name, double === undefined ? (single ?? back ?? withoutComment(plain)) : unescaped(double));
  }
  return Object.fromEntries(variables);
}

function withoutComment(value: string): string {
  const comment = value.search(/(?<!\S)#/);
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}

function unescaped(value: string): string {
  return value.replace(/\\([^])/g, (escape, letter: string) => {
    if (letter === 'n') return '\n';
    if (letter === 'r') return '\r';
    if (letter === 't') return '\t';
    return '"\\$`'.includes(letter) ? letter : escape;
  });
}
