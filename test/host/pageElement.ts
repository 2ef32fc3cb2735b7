/**
 * The little of the browser's DOM that the functions sent into the window use; the project is compiled without the
 * browser's types, which its sources must not lean on. Such a function runs in the window: it sees its arguments and
 * nothing around it.
 */
export interface PageElement {
  readonly className: string;
  readonly textContent: string;
  readonly innerText: string;
  readonly value?: string;
  readonly type?: string;
  readonly placeholder?: string;
  readonly classList: Iterable<string> & { contains(name: string): boolean };
  getAttribute(name: string): string | null;
  getClientRects(): { readonly length: number };
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Text as a person reads it: one line, single spaces, no non-breaking ones. */
export function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a text is the one wanted: the same, or matched. */
export function isText(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}
