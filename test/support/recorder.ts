import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { markedIn, markSpellings } from './markedSecrets';
import { recordPage } from './pageRecorder';
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
