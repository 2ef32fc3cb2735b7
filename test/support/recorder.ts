import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { markedIn, markSpellings } from './markedSecrets';
import { readPageStorage } from './pageStorage';

/**
 * Places where VS Code itself stores copies of what it finds in the settings, in workspace files and in a repository.
 * They contain what the test has planted there, and nothing that comes from the extension.
 */
const copiesOfEditor = /^the file User\/caches\/CachedConfigurations\/|^the database .*\/ItemTable, "vscode\.git"$/;

/**
 * Watches over the marked secrets of a test: searches for all of them in whatever a window shows, copies, prints or
 * stores. Made by {@link Recorder.watch}.
 */
export class Recorder {
  readonly #leaks = new Set<string>();
  /** With the files that contained secrets from the start: the test itself put them there. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #hooks: { dispose(): Promise<void> }[] = [];
  #texts = 0;
  #files = 0;

  /** Starts with all pages of a browser's context that are opened from now on. */
  static async watch(context: BrowserContext): Promise<Recorder> {
    const recorder = new Recorder();
    recorder.#hooks.push(
      await context.exposeFunction('reportSecret', (where: string, text: string) => recorder.#report(where, text)),
      await context.exposeFunction('countTexts', (count: number) => void (recorder.#texts += count)),
      await context.addInitScript(recordPage, markSpellings),
    );
    return recorder;
  }

  /** Places where secrets were found, and which: their names, never the secrets themselves. */
  get leaks(): readonly string[] {
    return [...this.#leaks];
  }

  /** Number of texts and files that were searched. */
  get searched(): { readonly texts: number; readonly files: number } {
    return { texts: this.#texts, files: this.#files };
  }

  /** Adds a folder to those that are searched at the end; a file that already contains a secret may contain secrets. */
  async watchFolder(folder: string): Promise<void> {
    const planted = new Set<string>();
    for await (const [file, names] of filesWithNames(folder)) if (names.length > 0) planted.add(file);
    this.#folders.set(folder, planted);
  }

  /** Lets a file contain secrets, in which a test is about to plant them. */
  expectIn(file: string): void {
    for (const [folder, planted] of this.#folders) planted.add(nameIn(folder, file));
  }

  /** Searches one text. */
  look(where: string, text: string): void {
    this.#texts++;
    if (markedIn(text).length > 0) this.#report(where, text);
  }

  /** Searches what the pages' origins store in the browser's profile, and the folders. */
  async lookAround(pages: readonly Page[]): Promise<void> {
    for (const page of pages) {
      for (const [where, text] of Object.entries(await page.evaluate(readPageStorage))) this.look(where, text);
    }
    for (const [folder, planted] of this.#folders) {
      for await (const [file, names] of filesWithNames(folder)) {
        this.#files++;
        if (names.length > 0 && !planted.has(file)) this.#add(`the file ${file}`, names);
      }
    }
  }

  /** Leaves the context: pages that are opened from now on aren't searched. */
  async stop(): Promise<void> {
    for (const hook of this.#hooks.splice(0)) await hook.dispose();
  }

  /** @throws {AssertionError} If a secret was found, with where. */
  assertSilent(): void {
    assert.deepEqual(this.leaks, [], 'A secret is where it must not be.');
  }

  #report(where: string, text: string): void {
    this.#add(where, markedIn(text));
  }

  #add(where: string, names: readonly string[]): void {
    if (!copiesOfEditor.test(where)) this.#leaks.add(`${names.join(', ')} in ${where}`);
  }
}

/** The files below a folder, with the names of the marked secrets in them or in their own names. */
async function* filesWithNames(folder: string): AsyncGenerator<readonly [file: string, names: readonly string[]]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath, entry.name);
    const file = nameIn(folder, full);
    // A file that disappears while it is searched was a lock or the like.
    const content = await readFile(full, 'latin1').catch(() => '');
    yield [file, markedIn(`${file}\n${content}`)];
  }
}

function nameIn(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}

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
function recordPage(spellings: readonly string[]): void {
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
