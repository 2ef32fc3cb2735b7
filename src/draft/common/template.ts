import type { Draft } from './draft';

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
  const text = template.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
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
