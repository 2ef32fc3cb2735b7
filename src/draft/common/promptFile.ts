/** A prompt file of a team, read. */
export interface PromptFile {
  /** As its front matter names it. */
  readonly name?: string;
  readonly description?: string;
  /** What stands below the front matter. */
  readonly text: string;
}

/**
 * Reads a `*.prompt.md` file: Markdown, with front matter above it where it begins with a line `---`. Of the front matter
 * two plain texts matter, so lines of the form `key: value` are read and all other YAML is passed over; a parser for all of it
 * would be larger than everything else that templates need. Front matter that does not end is text like any other.
 */
export function readPromptFile(content: string): PromptFile {
  const whole = content.replace(/^\u{feff}/u, '');
  const [matter, above] = /^---[ \t]*\r?\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(whole) ?? [];
  if (matter === undefined) return { text: whole };
  const name = plainValue(above ?? '', 'name');
  const description = plainValue(above ?? '', 'description');
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    text: whole.slice(matter.length),
  };
}

/** The value of a key that stands at the beginning of a line: a text on that line, with or without quotes. */
function plainValue(frontMatter: string, key: 'name' | 'description'): string | undefined {
  const [, written = ''] = new RegExp(`^${key}:[ \\t]+(\\S[^\\r\\n]*)`, 'm').exec(frontMatter) ?? [];
  const [, single] = /^'((?:[^']|'')*)'[ \t]*(?:#.*)?$/.exec(written) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'").trim() || undefined;
  const [, double] = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$/.exec(written) ?? [];
  if (double !== undefined) return double.replace(/\\(["\\])/g, '$1').trim() || undefined;
  // Lists, blocks, aliases and tags are no plain text.
  if (/^[[\]{}|>&*!%@`'"#]/.test(written)) return undefined;
  return written.replace(/(?<![ \t])[ \t]+#[^]*$/, '').trim() || undefined;
}
