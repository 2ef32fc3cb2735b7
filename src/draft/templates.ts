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

/** Variables that a template may contain, for example `${file}`. */
type TemplateVariable = 'file' | 'selection' | 'branch' | 'repository';

/** Known values for a template's variables; absent or empty means unknown. */
export type TemplateValues = { readonly [Variable in TemplateVariable]?: string | undefined };

/** Something that a prompt file asks the user for: `${input:name}`, or `${input:name:hint}`. */
export interface TemplateInput {
  readonly name: string;
  /** The hint from the file about the value to enter; empty if there is none. */
  readonly hint: string;
}

const variables = /\$\{([^{}]*)\}/g;

export function inputsOf(template: string): readonly TemplateInput[] {
  const found = new Map<string, TemplateInput>();
  for (const [, inside = ''] of template.matchAll(variables)) {
    const input = inputIn(inside);
    if (input && (found.get(input.name)?.hint ?? '') === '') found.set(input.name, input);
  }
  return [...found.values()];
}

function inputIn(inside: string): TemplateInput | undefined {
  const [, name = '', hint = ''] = /^input:([^:]+)(?::(.*))?$/s.exec(inside) ?? [];
  return name.trim() === '' ? undefined : { name: name.trim(), hint: hint.trim() };
}

/**
 * A template's text with its variables filled in. In one pass: a value is plain text, even if it looks like a variable.
 * Any other `${...}` stays as it is, and so do those whose value is unknown.
 * @param answers to {@link inputsOf} the template, by name
 * @returns `left`: each `${...}` that stays, once, in the template's order
 */
export function fillTemplate(
  template: string,
  values: TemplateValues,
  answers: ReadonlyMap<string, string> = new Map(),
): { readonly text: string; readonly left: readonly string[] } {
  const known = valuesOf(values);
  const left = new Set<string>();
  const text = template.replace(variables, (written, inside: string) => {
    const value = known.get(inside) ?? answers.get(inputIn(inside)?.name ?? '');
    if (value) return value;
    left.add(written);
    return written;
  });
  return { text, left: [...left] };
}

/** By name, with VS Code's own names for the same values and for parts of a file's path. */
function valuesOf({
  file = '',
  selection,
  branch,
  repository,
}: TemplateValues): ReadonlyMap<string, string | undefined> {
  const base = file.slice(file.lastIndexOf('/') + 1);
  return new Map([
    ['file', file] as const,
    ['relativeFile', file] as const,
    ['fileBasename', base] as const,
    ['fileBasenameNoExtension', base.replace(/(?<=.)\.[^.]*$/, '')],
    ['fileDirname', file.slice(0, Math.max(file.lastIndexOf('/'), 0)) || (file === '' ? '' : '.')],
    ['selection', selection] as const,
    ['selectedText', selection] as const,
    ['branch', branch] as const,
    ['repository', repository] as const,
  ]);
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
