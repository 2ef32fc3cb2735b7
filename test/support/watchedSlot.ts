import { MutableDisposable, type Disposable } from '../../src/base/lifecycle';

/** Reports when a sheet has opened. */
export class WatchedSlot extends MutableDisposable<Disposable> {
  #fill: () => void = () => undefined;
  /** Number of sheets that have opened. */
  opened = 0;
  readonly filled = new Promise<void>((resolve) => (this.#fill = resolve));

  /** @param before what is open already */
  constructor(before?: Disposable) {
    super();
    super.value = before;
  }

  override get value(): Disposable | undefined {
    return super.value;
  }

  override set value(next: Disposable | undefined) {
    super.value = next;
    if (!next) return;
    this.opened++;
    this.#fill();
  }
}
