import { Slot, type Disposable } from '../../src/disposables';

/** Says when a sheet has opened. */
export class WatchedSlot extends Slot<Disposable> {
  #fill: () => void = () => undefined;
  readonly filled = new Promise<void>((resolve) => (this.#fill = resolve));

  override put(next: Disposable | undefined): void {
    super.put(next);
    if (next) this.#fill();
  }
}
