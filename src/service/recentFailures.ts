import type { Route } from '../client/network';
import type { Operation } from '../client/client';
import { detailOf, type Failure, type ServiceError } from '../client/serviceError';

/** A failed call, without the service's message, URL or fields: the part that a report may quote. */
export interface RecentFailure {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly operation: Operation;
  readonly kind: Failure['kind'];
  /** A status, a code or a reason. */
  readonly detail: string | undefined;
  readonly route: Route['kind'];
  readonly sent: boolean;
}

const maxKept = 5;

/** The last failures of this window's calls. A canceled call isn't a failure. */
export class RecentFailures {
  #latest: readonly RecentFailure[] = [];
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Newest first. */
  get latest(): readonly RecentFailure[] {
    return this.#latest;
  }

  add({ operation, failure, route, sent }: ServiceError): void {
    const { kind } = failure;
    if (kind === 'cancelled') return;
    const added = { at: this.#now(), operation, kind, detail: detailOf(failure), route: route.kind, sent };
    this.#latest = [added, ...this.#latest].slice(0, maxKept);
  }
}
