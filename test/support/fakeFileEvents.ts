import { EventEmitter } from 'node:events';
import type { FileEvents } from '../../src/conversations/historyFiles';

/** File changes that are reported when a test says so. */
export class FakeFileEvents implements FileEvents {
  /** Error that the system throws instead of watching. */
  refuses: Error | undefined;
  watching = 0;
  readonly #stateListeners = new Set<(state: { readonly focused: boolean }) => unknown>();
  readonly #listeners: ((event: string, name: string | null) => void)[] = [];
  readonly onDidChangeWindowState: FileEvents['onDidChangeWindowState'] = (listener) => {
    this.#stateListeners.add(listener);
    return { dispose: () => this.#stateListeners.delete(listener) };
  };

  readonly watch: FileEvents['watch'] = (_folder, _options, listener) => {
    if (this.refuses) throw this.refuses;
    this.watching++;
    this.#listeners.push(listener);
    return Object.assign(new EventEmitter(), { close: () => this.watching-- }) as unknown as ReturnType<
      FileEvents['watch']
    >;
  };

  change(name: string): void {
    for (const listener of this.#listeners) listener('change', name);
  }

  /** Resolves when the files have been read again. */
  async focus(): Promise<void> {
    await Promise.all([...this.#stateListeners].map((listener) => listener({ focused: true })));
  }
}
