import type { Route } from '../client/network';
import { operationsThrough, type Client, type Operations } from '../client/client';
import { detailOf, ServiceError, type Failure } from '../client/serviceError';

/** A failed call, without the service's message, URL or fields: the part that a report may quote. */
export interface RecentFailure {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly operation: keyof Operations;
  readonly kind: Failure['kind'] | 'unexpected';
  /** A status, a code or a reason. */
  readonly detail?: string;
  /** Both absent if the error doesn't include them. */
  readonly route?: Route['kind'];
  readonly sent?: boolean;
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

  /** Wraps a client so that its failures are remembered. */
  watch(client: Client): Client {
    const watched = operationsThrough((operation, call) =>
      call(client).catch((error: unknown) => {
        const failure = { at: this.#now(), operation, ...whatFailed(error) };
        if (failure.kind !== 'cancelled') this.#latest = [failure, ...this.#latest].slice(0, maxKept);
        throw error;
      }),
    );
    return { ...watched, close: () => client.close() };
  }
}

function whatFailed(error: unknown): Omit<RecentFailure, 'at' | 'operation'> {
  if (!(error instanceof ServiceError))
    return { kind: 'unexpected', detail: error instanceof Error ? error.name : typeof error };
  const { failure, route, sent } = error;
  const detail = detailOf(failure);
  return { kind: failure.kind, ...(detail !== undefined && { detail }), route: route.kind, sent };
}
