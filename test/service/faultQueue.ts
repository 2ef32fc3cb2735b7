import type { Disposable } from '../../src/base/lifecycle';
import type { Fault } from './faults';
import type { Operation } from './recording';

interface Entry {
  readonly operation: Operation | 'any';
  readonly fault: Fault;
  left: number;
}

/** The faults that wait for their request, first come, first served. */
export class FaultQueue {
  #entries: readonly Entry[] = [];

  /** @param times number of requests it answers; `Infinity` for all until it is disposed or the queue is cleared */
  add(operation: Operation | 'any', fault: Fault, times: number): Disposable {
    const entry = { operation, fault, left: times };
    this.#entries = [...this.#entries, entry];
    return { dispose: () => this.#remove(entry) };
  }

  take(operation: Operation | undefined): Fault | undefined {
    const entry = this.#entries.find((waiting) => waiting.operation === 'any' || waiting.operation === operation);
    if (entry && --entry.left <= 0) this.#remove(entry);
    return entry?.fault;
  }

  clear(): void {
    this.#entries = [];
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((waiting) => waiting !== entry);
  }
}
