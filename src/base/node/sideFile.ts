import { readFile, rm } from 'node:fs/promises';
import { writeWhole } from './writeWhole';

/** A text that is too large to be written at every key: in a file of its own, which is written when it changes. */
export class SideFile {
  readonly path: string;
  readonly #fits: (text: string) => boolean;
  /** What is known to be in the file; `undefined` when that is not known. */
  #known: { readonly text: string | undefined } | undefined;

  /** @param fits whether a text that was read can be what was written */
  constructor(path: string, fits: (text: string) => boolean) {
    this.path = path;
    this.#fits = fits;
  }

  /**
   * `undefined` when there is none.
   * @throws when it cannot be read, or is not what was written
   */
  async read(): Promise<string | undefined> {
    if (this.#known) return this.#known.text;
    const text = await readFile(this.path, 'utf8').catch(ifMissing);
    if (text !== undefined && !this.#fits(text)) throw new Error('The file is damaged.');
    this.#known = { text };
    return text;
  }

  /** Removes the file when there is no text. */
  async write(text: string | undefined): Promise<void> {
    if (this.#known && this.#known.text === text) return;
    if (text === undefined) await rm(this.path, { force: true });
    else await writeWhole(this.path, text);
    this.#known = { text };
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
