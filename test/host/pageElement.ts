/**
 * The few members of the browser's DOM that the functions sent into the window use; the project is compiled without the
 * browser's types, which its source files must not depend on. Such a function runs in the window: it has access to its
 * arguments and to nothing around it.
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

/** Text as it is read: one line, single spaces, no non-breaking ones. */
export function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** True if a text has the wanted one in it, or is matched. */
export function hasText(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

/** True if a text is the wanted one: equal, or matched. */
export function isText(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}
