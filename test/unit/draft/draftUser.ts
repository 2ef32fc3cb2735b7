import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { DiskProcess } from '../../support/steppedDisk';

export class DraftUser {
  readonly #folder: string;
  /** Texts of the user's own files. */
  readonly #own = new Map<string, string>();
  #names = 0;
  #hasDeleted = false;

  /** @param folder a folder with that of the drafts, `drafts` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs by somebody else than a window. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<T>();
    await new DiskProcess(1).run(() => work().then(done.resolve, done.reject));
    return done.promise;
  }

  /** The text in the editor of a document; empty if its file is gone. */
  async textAt(file: string): Promise<string> {
    return this.run(async () => fs.readFile(await nowAt(file), 'utf8').catch(() => ''));
  }

  async write(file: string, text: string): Promise<void> {
    await this.run(async () => fs.writeFile(await nowAt(file), text));
  }

  async rename(which: number): Promise<void> {
    await this.#withDocument(which, (file) => fs.rename(file, path.join(path.dirname(file), this.#newName())));
  }

  /** Saves a document under another name. @returns its text */
  async saveAs(which: number, isBeside: boolean): Promise<string | undefined> {
    return this.#withDocument(which, async (file) => {
      const text = await fs.readFile(file, 'utf8');
      const copy = path.join(isBeside ? path.dirname(file) : this.#folder, this.#newName());
      await fs.writeFile(copy, text);
      if (!isBeside) this.#own.set(copy, text);
      return text;
    });
  }

  /** Saves files of the user's own beside a document. */
  async saveBeside(which: number): Promise<void> {
    await this.#withDocument(which, async (document) => {
      for (const name of ['mine.json', 'mine.png', 'mine.tmp']) {
        const file = path.join(path.dirname(document), name);
        await fs.writeFile(file, 'mine');
        this.#own.set(file, 'mine');
      }
    });
  }

  /** Deletes a draft's record or document. @returns its text */
  async delete(which: number): Promise<string | undefined> {
    return this.#withFile(/drafts(?!.*(?:locks|mine)).*\.(?:json|md)$/, which, async (file) => {
      const text = await fs.readFile(file, 'utf8');
      await fs.rm(file);
      this.#hasDeleted = true;
      return text;
    });
  }

  /** Nothing of the user's own was touched, and nothing of a draft is left that isn't one of these. */
  async check(ids: readonly string[]): Promise<void> {
    for (const [file, text] of this.#own) assert.equal(await fs.readFile(file, 'utf8'), text);
    if (this.#hasDeleted) return;
    const drafts = path.join(this.#folder, 'drafts');
    for (const name of await fs.readdir(drafts, { recursive: true }).catch(() => [])) {
      const [id = ''] = name.split(path.sep);
      const mayBeThere = id === 'locks' || ids.includes(path.parse(id).name);
      const others = [...this.#own.keys()].filter((file) => file.startsWith(path.join(drafts, name)));
      assert.ok(mayBeThere || others.length > 0, `left: ${name}`);
    }
  }

  #newName(): string {
    return `renamed ${this.#names++}.md`;
  }

  async #withDocument<T>(which: number, work: (file: string) => Promise<T>): Promise<T | undefined> {
    return this.#withFile(/drafts.*\.md$/, which, work);
  }

  async #withFile<T>(pattern: RegExp, which: number, work: (file: string) => Promise<T>): Promise<T | undefined> {
    return this.run(async () => {
      const entries = await fs.readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => pattern.test(file))
        .sort();
      const file = files[which % Math.max(files.length, 1)];
      return file === undefined ? undefined : work(file);
    });
  }
}

/** An editor follows its file when that is renamed. */
async function nowAt(file: string): Promise<string> {
  const folder = path.dirname(file);
  const names: readonly string[] = await fs.readdir(folder).catch(() => []);
  const name = path.basename(file);
  return names.includes(name) ? file : path.join(folder, names.find((one) => one.endsWith('.md')) ?? name);
}
