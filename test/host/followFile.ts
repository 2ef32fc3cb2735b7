import { type FSWatcher, closeSync, openSync, readSync, watch, writeFileSync } from 'node:fs';

/** Passes on what another process appends to a file, as it is written. */
export class FollowedFile {
  readonly #write: (chunk: Buffer) => void;
  readonly #file: number;
  readonly #watcher: FSWatcher;
  readonly #buffer = Buffer.alloc(64 * 1024);
  #position = 0;

  /** @param file Emptied first. */
  constructor(file: string, write: (chunk: Buffer) => void) {
    this.#write = write;
    writeFileSync(file, '');
    this.#file = openSync(file, 'r');
    this.#watcher = watch(file, () => this.#read());
  }

  /** Passes on the rest and stops. */
  dispose(): void {
    this.#watcher.close();
    this.#read();
    closeSync(this.#file);
  }

  #read(): void {
    for (;;) {
      const length = readSync(this.#file, this.#buffer, 0, this.#buffer.length, this.#position);
      if (length === 0) return;
      this.#position += length;
      this.#write(Buffer.from(this.#buffer.subarray(0, length)));
    }
  }
}
