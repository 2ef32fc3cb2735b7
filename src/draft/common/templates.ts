import type { Draft } from './draft';

/** A text that messages are made from; see `fillTemplate`. */
export interface Template {
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  /** Path of its file, relative to the workspace; absent when it is one of the settings. */
  readonly file?: string;
}

/** A file that is there for a template and cannot be one. */
export interface UnusableTemplate {
  readonly file: string;
  readonly uri: string;
  /** `notAFile`: a folder, a device or a pipe; `outside`: a link leads out of the workspace. */
  readonly reason: 'tooLarge' | 'unreadable' | 'notAFile' | 'outside' | 'empty';
}

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly unusable: readonly UnusableTemplate[];
}

/** What messages can be made from in this window. */
export interface Templates {
  /** Those of the settings, as they apply to a repository, and those of the team, if the workspace is trusted. */
  list(root?: string): Promise<TemplateList>;
}

/** What a template may name, as `${file}` and so on. */
export type TemplateVariable = 'file' | 'selection' | 'branch' | 'repository';

/** What is known for a template to be filled with; absent or empty is not known. */
export type TemplateValues = { readonly [Variable in TemplateVariable]?: string | undefined };

export interface FilledTemplate {
  readonly text: string;
  /** What the template names and nobody knows: it stands in the text as it was written. */
  readonly unknown: readonly TemplateVariable[];
}

/**
 * A template's text with its variables filled in. In one pass: what a value contains is text, also where it reads like a
 * variable. Any other `${...}` belongs to somebody else and stays.
 */
export function fillTemplate(template: string, values: TemplateValues): FilledTemplate {
  const unknown = new Set<TemplateVariable>();
  const text = template.replace(/\$\{(file|selection|branch|repository)\}/g, (written, variable: TemplateVariable) => {
    if (values[variable]) return values[variable];
    unknown.add(variable);
    return written;
  });
  return { text, unknown: [...unknown] };
}

/**
 * The draft with a template's text in its message, and everything that was there. One line becomes the typed message,
 * where nothing is typed yet; several lines, which cannot be typed, go behind the body, of which nothing changes: somebody
 * may be writing it.
 */
export function withTemplateText(draft: Draft, template: string): Draft {
  const text = template.replace(/^[ \t\r\n]*\n/, '').trimEnd();
  if (text === '') return draft;
  const { fields, body = '' } = draft;
  if (!/[\r\n]/.test(text) && !fields.initial_user_msg?.trim())
    return { ...draft, fields: { ...fields, initial_user_msg: text } };
  return { ...draft, body: body + gapBehind(body) + text };
}

/** The line breaks that are missing for a paragraph to begin. */
function gapBehind(body: string): string {
  const [ending = ''] = /(?:\r?\n){0,4}$/.exec(body.slice(-4)) ?? [];
  const wanted = body === '' ? 0 : body.trim() === '' ? 1 : 2;
  return '\n'.repeat(Math.max(0, wanted - ending.split('\n').length + 1));
}

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
