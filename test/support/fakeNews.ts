import { EventEmitter } from 'node:events';
import type { FileNews } from '../../src/base/node/followFile';
import { Emitter } from '../../src/base/common/event';

/** File changes that are reported when a test says so. */
export class FakeNews implements FileNews {
  /** Error that the system throws instead of watching. */
  refuses: Error | undefined;
  watching = 0;
  readonly #windowState = new Emitter<{ readonly focused: boolean }>();
  readonly #listeners: ((event: string, name: string | null) => void)[] = [];
  readonly onDidChangeWindowState = this.#windowState.event;

  readonly watch: FileNews['watch'] = (_folder, _options, listener) => {
    if (this.refuses) throw this.refuses;
    this.watching++;
    this.#listeners.push(listener);
    return Object.assign(new EventEmitter(), { close: () => this.watching-- }) as unknown as ReturnType<
      FileNews['watch']
    >;
  };

  change(name: string): void {
    for (const listener of this.#listeners) listener('change', name);
  }

  focus(): void {
    this.#windowState.fire({ focused: true });
  }
}
