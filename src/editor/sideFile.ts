import { readFile, rm } from 'node:fs/promises';
import { writeWhole } from './writeWhole';

/** A text that is too large to be written at every key: in a file of its own, which is written when it changes. */
export class SideFile {
  readonly #path: string;
  /** What is known to be in the file; `undefined` when that is not known. */
  #known: { readonly text: string | undefined } | undefined;

  /** @param path absolute */
  constructor(path: string) {
    this.#path = path;
  }

  /** `undefined` when there is none. */
  async read(): Promise<string | undefined> {
    this.#known ??= { text: await readFile(this.#path, 'utf8').catch(ifMissing) };
    return this.#known.text;
  }

  /** Removes the file when there is no text. */
  async write(text: string | undefined): Promise<void> {
    if (this.#known && this.#known.text === text) return;
    if (text === undefined) await rm(this.#path, { force: true });
    else await writeWhole(this.#path, text);
    this.#known = { text };
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
