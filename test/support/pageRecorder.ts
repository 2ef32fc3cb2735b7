/** The few members of a page that {@link recordPage} uses: `PageElement` has the surface, this is what lies below. */
interface PageNode {
  readonly nodeType: number;
  readonly parentElement: PageNode | null;
  readonly textContent: string | null;
  readonly outerHTML?: string;
  readonly tagName?: string;
  readonly id?: string;
  readonly type?: string;
  readonly value?: string;
  getAttribute(name: string): string | null;
}

interface PageMutation {
  readonly target: PageNode;
  readonly attributeName: string | null;
  readonly addedNodes: Iterable<PageNode>;
}

interface PageWindow {
  readonly document: object;
  readonly navigator: { readonly clipboard?: object };
  readonly MutationObserver: new (callback: (mutations: PageMutation[]) => void) => {
    observe(root: object, options: object): void;
  };
  readonly Element: { readonly prototype: object };
  readonly DataTransfer: { readonly prototype: object };
  readonly HTMLInputElement: { readonly prototype: object };
  readonly HTMLTextAreaElement: { readonly prototype: object };
  /** Added by the recorder. */
  readonly reportSecret?: (where: string, text: string) => Promise<void>;
  readonly countTexts?: (count: number) => Promise<void>;
}

/**
 * Runs in every page and frame before its own scripts. Checks every text and attribute that is ever in it, what its
 * scripts put into inputs, and what they copy; what the user types or pastes isn't checked.
 * @param spellings Strings that no text may contain.
 */
export function recordPage(spellings: readonly string[]): void {
  const page = globalThis as unknown as PageWindow;
  let texts = 0;

  const look = (place: () => string, text: string | null | undefined) => {
    if (!text) return;
    if (texts++ === 0) setTimeout(count, 200);
    const spelling = spellings.find((each) => text.includes(each));
    if (spelling === undefined) return;
    const at = text.indexOf(spelling);
    void page.reportSecret?.(place(), text.slice(Math.max(0, at - 50), at + 200));
  };
  const count = () => {
    void page.countTexts?.(texts);
    texts = 0;
  };
  const nameOf = (node: PageNode | null) => {
    const names: string[] = [];
    for (let element = node; element && names.length < 5; element = element.parentElement) {
      if (element.nodeType !== 1) continue;
      const [firstClass = ''] = (element.getAttribute('class') ?? '').trim().split(/\s+/);
      names.unshift(`${element.tagName?.toLowerCase()}${firstClass && `.${firstClass}`}`);
    }
    return names.join(' > ');
  };

  const observer = new page.MutationObserver((mutations) => {
    // Each once, however many records mention it; what is inside of something else that is new is checked with that.
    const added = new Map<PageNode, PageNode>();
    const changed = new Set<PageNode>();
    for (const { target, attributeName, addedNodes } of mutations) {
      if (attributeName !== null) {
        if (attributeName === 'style' || attributeName === 'class') continue;
        look(() => `the attribute ${attributeName} of ${nameOf(target)}`, target.getAttribute(attributeName));
        continue;
      }
      if (target.nodeType === 3) changed.add(target.parentElement ?? target);
      for (const node of addedNodes) added.set(node, target);
    }
    const isInside = (node: PageNode) => {
      for (let element = node.parentElement; element; element = element.parentElement)
        if (added.has(element)) return true;
      return false;
    };
    // Editors split a line into pieces: the text is checked as a whole, the attributes with the rest of the source.
    for (const element of changed) look(() => `the text of ${nameOf(element)}`, element.textContent);
    for (const [node, target] of added) {
      if (isInside(node)) continue;
      look(() => `the text of ${nameOf(target)}`, node.textContent);
      look(() => `the source of ${nameOf(node)}`, node.outerHTML);
    }
  });
  const observe = (root: object) =>
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  observe(page.document);

  /** Calls a function after one of the page's own. */
  const follow = (owner: object, name: string, then: (result: unknown, args: unknown[]) => void) => {
    const original = Reflect.get(owner, name) as () => unknown;
    Reflect.set(owner, name, function (this: object, ...args: unknown[]) {
      const result: unknown = Reflect.apply(original, this, args);
      then(result, args);
      return result;
    });
  };
  follow(page.Element.prototype, 'attachShadow', (root) => observe(root as object));
  follow(page.DataTransfer.prototype, 'setData', (_, [, data]) => look(() => 'the clipboard', String(data)));
  const { clipboard } = page.navigator;
  if (clipboard) follow(clipboard, 'writeText', (_, [text]) => look(() => 'the clipboard', String(text)));

  for (const { prototype } of [page.HTMLInputElement, page.HTMLTextAreaElement]) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'value')!;
    Object.defineProperty(prototype, 'value', {
      ...descriptor,
      set(this: PageNode, text: string) {
        descriptor.set?.call(this, text);
        // By then it is known whether the input hides its value.
        queueMicrotask(() => {
          if (this.type !== 'password') look(() => `the value of ${nameOf(this)}`, this.value);
        });
      },
    });
  }
}
