import type { IncomingHttpHeaders } from 'node:http';
import { Emitter } from '../../src/base/event';
import { eventually } from '../support/eventually';

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
const deadline = 30_000;

/** Every request, in the order in which their bodies arrived completely. */
export class Recording {
  readonly #requests: RecordedRequest[] = [];
  readonly #received = new Emitter<RecordedRequest>();

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

  /**
   * @param since First index to look at: a request that has already come counts.
   * @throws if the time is over or the service closes; the message lists what has come instead
   */
  async waitFor(fits: (request: RecordedRequest) => boolean, since: number): Promise<RecordedRequest> {
    const found = () => this.#requests.slice(since).find(fits);
    try {
      await eventually('a request', () => found() !== undefined, this.onDidReceive, deadline);
      return found()!;
    } catch (error) {
      const seen = this.#requests.slice(since).map(({ method, path }) => `${method} ${path}`);
      throw new Error(`no such request; received: ${seen.join(', ') || 'nothing'}`, { cause: error });
    }
  }

  dispose(): void {
    this.#received.dispose();
  }
}
