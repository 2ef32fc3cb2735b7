import type { Draft } from './draft';

/** A text that messages are created from; see `fillTemplate`. */
export interface Template {
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  /** Path of its file, relative to the workspace; absent if it comes from the settings. */
  readonly file?: string;
}

export interface Templates {
  /** Templates from the settings, as they apply to a repository, and those of the team, if the workspace is trusted. */
  list(root?: string): Promise<readonly Template[]>;
}

/** Variables that a template may contain, as `${file}` and so on. */
export type TemplateVariable = 'file' | 'selection' | 'branch' | 'repository';

/** Known values for a template's variables; absent or empty means unknown. */
export type TemplateValues = { readonly [Variable in TemplateVariable]?: string | undefined };

/**
 * A template's text with its variables filled in. In one pass: a value is plain text, even if it looks like a variable.
 * Any other `${...}` stays as it is, and so do the `unknown` ones, which have no value.
 */
export function fillTemplate(
  template: string,
  values: TemplateValues,
): { readonly text: string; readonly unknown: readonly TemplateVariable[] } {
  const unknown = new Set<TemplateVariable>();
  const text = template.replace(/\$\{(file|selection|branch|repository)\}/g, (written, variable: TemplateVariable) => {
    if (values[variable]) return values[variable];
    unknown.add(variable);
    return written;
  });
  return { text, unknown: [...unknown] };
}

/**
 * The draft with a template's text added to its message. A single line becomes the typed message if that is empty;
 * several lines, which can't be typed, are added below the body, which the user may be editing.
 */
export function withTemplateText(draft: Draft, template: string): Draft {
  const text = template.replace(/^[ \t\r\n]*\n/, '').trimEnd();
  if (text === '') return draft;
  const { fields, body = '' } = draft;
  if (!/[\r\n]/.test(text) && !fields.initial_user_msg?.trim())
    return { ...draft, fields: { ...fields, initial_user_msg: text } };
  return { ...draft, body: body === '' ? text : `${body}\n\n${text}` };
}

/**
 * Parses a `*.prompt.md` file: Markdown, preceded by front matter if it begins with a line `---`. Only two plain texts
 * of the front matter are used, so lines of the form `key: value` are read and all other YAML is ignored; a full parser
 * would be larger than everything else that templates need. Front matter without an end is treated as text.
 */
export function readPromptFile(content: string): Partial<Pick<Template, 'name' | 'description'>> & { text: string } {
  const whole = content.replace(/^\u{feff}/u, '');
  const [matter, above = ''] = /^---[ \t]*\r?\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(whole) ?? [];
  if (matter === undefined) return { text: whole };
  const name = plainValue(above, 'name');
  const description = plainValue(above, 'description');
  return { ...(name && { name }), ...(description && { description }), text: whole.slice(matter.length) };
}

/** The value of a key at the beginning of a line, without quotes. Lists, blocks, aliases and tags aren't plain text. */
function plainValue(frontMatter: string, key: 'name' | 'description'): string | undefined {
  const [, written = ''] = new RegExp(`^${key}:[ \\t]+([^\\s[\\]{}|>&*!%@\`#][^\\r\\n]*)`, 'm').exec(frontMatter) ?? [];
  return written.trim().replace(/^(["'])(.*)\1$/, '$2');
}
