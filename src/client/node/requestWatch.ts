import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** What undici says of a request on its channels; nothing else of it is looked at. */
interface Told {
  readonly request: { readonly method?: string };
  readonly response?: { readonly statusCode?: number; readonly headers?: readonly unknown[] };
}

/** How far the request to a proxy for a tunnel has come. */
export type Tunnel = 'none' | 'wanted' | 'asked';

/** What of an answer is told before `fetch` gets it. Each copy of undici has the headers as pairs of buffers. */
export interface ToldAnswer {
  readonly status: number;
  readonly contentEncoding: string;
}

/** A proxy may ask for credentials, and refuse some. */
const mostTunnels = 5;

/**
 * Watches what becomes of one call of `fetch`, which tells nothing of it itself. Node's fetch is undici, and VS Code's is
 * Node's with a dispatcher of another undici; each copy speaks on the same channels, in the async context of the call.
 * Redirects of mode `manual` always go that way, also where VS Code has Electron's fetch for the others.
 */
export class RequestWatch {
  readonly #context = new AsyncLocalStorage<true>();
  readonly #onRepeat: () => void;
  readonly #onAnswer: (answer: ToldAnswer) => void;
  readonly #listeners: readonly (readonly [string, (message: unknown) => void])[] = [
    ['undici:request:create', (message) => this.#created(message as Told)],
    ['undici:client:sendHeaders', (message) => this.#leaves(message as Told)],
    ['undici:request:headers', (message) => this.#answered(message as Told)],
  ];
  #called = false;
  #request: Told['request'] | undefined;
  #left = false;
  #status = 0;
  #tunnelRequest: Told['request'] | undefined;
  #tunnel: Tunnel = 'none';
  #tunnels = 0;

  /**
   * @param onRepeat called before a second request of the same call would leave, wherever to; and when a proxy is asked for
   * a tunnel again and again, which undici does without end where the proxy hangs up
   * @param onAnswer called before `fetch` itself hears of an answer, also of an interim one
   */
  constructor(onRepeat: () => void, onAnswer: (answer: ToldAnswer) => void) {
    this.#onRepeat = onRepeat;
    this.#onAnswer = onAnswer;
  }

  /**
   * The request has begun to leave this machine. Where nothing was told after the call, as of a `fetch` that somebody has
   * put in the place of Node's, it may have: that counts as begun.
   */
  get begun(): boolean {
    return this.#called && (this.#request === undefined || this.#left);
  }

  /** The status of the answer, also of one that `fetch` keeps to itself; 0 while there is none. */
  get status(): number {
    return this.#status;
  }

  get tunnel(): Tunnel {
    return this.#tunnel;
  }

  /** Makes the call that is watched. */
  run<T>(call: () => T): T {
    for (const [channel, listener] of this.#listeners) subscribe(channel, listener);
    this.#called = true;
    return this.#context.run(true, call);
  }

  stop(): void {
    for (const [channel, listener] of this.#listeners) unsubscribe(channel, listener);
    this.#context.disable();
  }

  #created({ request }: Told): void {
    if (!this.#context.getStore()) return;
    if (request.method === 'CONNECT') {
      this.#tunnelRequest = request;
      if (this.#tunnel === 'none') this.#tunnel = 'wanted';
      if (++this.#tunnels > mostTunnels) this.#onRepeat();
    } else if (this.#request) this.#onRepeat();
    else this.#request = request;
  }

  #leaves({ request }: Told): void {
    if (request === this.#request) this.#left = true;
    else if (request === this.#tunnelRequest) this.#tunnel = 'asked';
  }

  #answered({ request, response }: Told): void {
    if (request !== this.#request) return;
    this.#status = response?.statusCode ?? 0;
    this.#onAnswer({ status: this.#status, contentEncoding: contentEncodingIn(response?.headers ?? []) });
  }
}

function contentEncodingIn(headers: readonly unknown[]): string {
  const texts = headers.map(String);
  const isNamed = (name: string | undefined) => name?.toLowerCase() === 'content-encoding';
  return texts.filter((_, index) => index % 2 === 1 && isNamed(texts[index - 1])).join(',');
}
