import type { IncomingHttpHeaders } from 'node:http';
import { Emitter } from '../../src/base/event';

/** The two of the interface, one that real servers have beside them, and those that only newer servers have. */
export type Operation = 'startConversation' | 'loadSettings' | 'conversation' | V1Operation | AgentOperation;
export type AgentOperation = 'home' | 'agentProfiles' | 'respondToAction';
export type V1Operation = 'startTask' | 'startTasks' | 'sendMessage' | 'events' | 'moveSandbox' | 'profiles';

/** One request as it arrived. */
export interface RecordedRequest {
  /** Position among all requests, from 0. */
  readonly index: number;
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  /** Undefined for pages and for paths that belong to no operation. */
  readonly operation: Operation | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternating, spelled as sent. */
  readonly rawHeaders: readonly string[];
  readonly rawBody: Buffer;
  /** JSON value of the body; undefined if it isn't JSON. */
  readonly body: unknown;
  /** False if the body didn't arrive completely: the client broke off, or a fault didn't read it. */
  readonly complete: boolean;
  /** `answered` when a whole answer went out, `lost` when the connection ended before that. */
  readonly outcome: Promise<'answered' | 'lost'>;
}

/** Time to wait for a request, in milliseconds: only one that never comes takes it. */
const usualWait = 30_000;

export interface WaitOptions {
  /** First index to look at. Default 0: a request that has already come counts. */
  readonly since?: number;
  /** Milliseconds until the wait fails. A long time by default. */
  readonly timeoutMs?: number;
}

/** Every request, in the order in which their bodies arrived completely. */
export class Recording {
  readonly #requests: RecordedRequest[] = [];
  readonly #received = new Emitter<RecordedRequest>();
  readonly #closed = new AbortController();

  readonly onDidReceive = this.#received.event;

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  add(request: Omit<RecordedRequest, 'index'>): RecordedRequest {
    const recorded = { index: this.#requests.length, ...request };
    this.#requests.push(recorded);
    this.#received.fire(recorded);
    return recorded;
  }

  /** @throws if the time is over or the service closes; the message lists what has come instead */
  waitFor(predicate: (request: RecordedRequest) => boolean, options: WaitOptions = {}): Promise<RecordedRequest> {
    const { since = 0, timeoutMs = usualWait } = options;
    const present = this.#requests.slice(since).find(predicate);
    if (present) return Promise.resolve(present);
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        subscription.dispose();
        this.#closed.signal.removeEventListener('abort', onClose);
      };
      const fail = (reason: string) => {
        done();
        const seen = this.#requests.slice(since).map(({ method, path }) => `${method} ${path}`);
        reject(new Error(`${reason}; received: ${seen.join(', ') || 'nothing'}`));
      };
      const onClose = () => fail('the service closed before the request came');
      const timer = setTimeout(() => fail(`no such request within ${timeoutMs} ms`), timeoutMs);
      const subscription = this.onDidReceive((request) => {
        if (request.index < since || !predicate(request)) return;
        done();
        resolve(request);
      });
      this.#closed.signal.addEventListener('abort', onClose);
      if (this.#closed.signal.aborted) onClose();
    });
  }

  dispose(): void {
    this.#closed.abort();
    this.#received.dispose();
  }
}
