import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** undici's messages about a request on its channels; only these members are read. */
interface Told {
  readonly request: { readonly method?: string };
  readonly response?: { readonly statusCode?: number; readonly headers?: readonly unknown[] };
}

/** Progress of the proxy request for a tunnel. */
export type Tunnel = 'none' | 'wanted' | 'asked';

/**
 * The part of an answer that is known before `fetch` gets it. Each copy of undici has the headers as pairs of buffers.
 */
export interface ToldAnswer {
  readonly status: number;
  readonly contentEncoding: string;
}

/** A proxy may ask for credentials, and reject some. */
const mostTunnels = 5;

/**
 * Watches the progress of one `fetch` call, which doesn't report it itself. Node's fetch is undici, and VS Code's is
 * Node's with a dispatcher of another undici; each copy publishes on the same channels, in the async context of the
 * call. Redirects of mode `manual` always go that way, even where VS Code uses Electron's fetch for the others.
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
   * @param onRepeat called before a second request of the same call would leave, to any target; and when a proxy is
   * asked for a tunnel again and again, which undici does endlessly if the proxy hangs up
   * @param onAnswer called before `fetch` itself gets an answer, including an interim one
   */
  constructor(onRepeat: () => void, onAnswer: (answer: ToldAnswer) => void) {
    this.#onRepeat = onRepeat;
    this.#onAnswer = onAnswer;
  }

  /**
   * The request has begun to leave this machine. If nothing was reported after the call, as with a replacement of
   * Node's `fetch`, it may have: that counts as begun.
   */
  get begun(): boolean {
    return this.#called && (this.#request === undefined || this.#left);
  }

  /** The status of the answer, even if `fetch` doesn't return it; 0 while there is none. */
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
