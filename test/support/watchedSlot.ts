import { Slot, type Disposable } from '../../src/base/lifecycle';

/** Reports when a sheet has opened. */
export class WatchedSlot extends Slot<Disposable> {
  #fill: () => void = () => undefined;
  /** Number of sheets that have opened. */
  opened = 0;
  readonly filled = new Promise<void>((resolve) => (this.#fill = resolve));

  /** @param before what is open already */
  constructor(before?: Disposable) {
    super();
    super.put(before);
  }

  override put(next: Disposable | undefined): void {
    super.put(next);
    if (!next) return;
    this.opened++;
    this.#fill();
  }
}
