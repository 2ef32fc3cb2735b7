import type { Route } from '../../client/common/network';
import type { Client } from '../../client/common/client';
import { ServiceError, type Failure, type Operation } from '../../client/common/serviceError';

/** A failed call, without the service's message, URL or fields: the part that a report may quote. */
export interface RecentFailure {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly operation: Operation;
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
    return {
      check: (request) => this.#watched('startConversation', client.check(request)),
      startConversation: (request, signal) =>
        this.#watched('startConversation', client.startConversation(request, signal)),
      loadSettings: (signal) => this.#watched('loadSettings', client.loadSettings(signal)),
      startTask: (id, signal) => this.#watched('startTask', client.startTask(id, signal)),
      conversations: (ids, signal) => this.#watched('conversation', client.conversations(ids, signal)),
      close: () => client.close(),
    };
  }

  async #watched<T>(operation: Operation, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      const failure = whatFailed(error);
      if (failure.kind !== 'cancelled') {
        this.#latest = [{ at: this.#now(), operation, ...failure }, ...this.#latest].slice(0, maxKept);
      }
      throw error;
    }
  }
}

function whatFailed(error: unknown): Omit<RecentFailure, 'at' | 'operation'> {
  if (!(error instanceof ServiceError)) {
    return {
      kind: 'unexpected',
      detail: error instanceof Error ? error.name : typeof error,
    };
  }
  const { failure, route, sent } = error;
  const detail = detailOf(failure);
  return { kind: failure.kind, ...(detail !== undefined && { detail }), route: route.kind, sent };
}

/** Numbers and codes only. */
function detailOf(failure: Failure): string | undefined {
  switch (failure.kind) {
    case 'tls':
      return `${failure.reason} ${failure.code}`;
    case 'proxy':
      return failure.status === undefined ? failure.reason : `${failure.reason} ${failure.status}`;
    case 'timeout':
      return `${failure.seconds} s`;
    case 'redirect':
    case 'status':
    case 'notJson':
      return String(failure.status);
    case 'unexpectedShape':
    case 'invalidRequest':
      // Deeper in the path there may be names that the user gave to servers or variables.
      return /^\w+/.exec(failure.field)?.[0];
    case 'notTaken':
      return failure.field;
    case 'unknown':
      return failure.code;
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'cancelled':
    case 'agentServer':
    case 'tooLarge':
      return undefined;
  }
}
