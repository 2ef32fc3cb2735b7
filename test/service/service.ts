import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { parseBody, readBody } from './body';
import type { Call } from './call';
import { nextState, type Conversation, type ConversationState } from './conversation';
import { AgentConversations } from './agent/conversations';
import type { Event } from '../../src/base/event';
import type { Disposable } from '../../src/base/lifecycle';
import type { Fault } from './faults';
import { Recording, type Operation, type RecordedRequest } from './recording';
import { isAuthorized, operationOf, route, type RouterContext } from './router';
import type { Settings } from './settings';
import { Store, type Heard } from './store';
import { Events } from './v1/events';
import type { Profile } from './v1/operations';
import { StartTasks } from './v1/startTasks';

export interface ServiceOptions {
  /** Required value of `X-Session-API-Key` (interface section 5). Empty: no check, as on servers without a key. */
  readonly sessionKey: string;
  /** Default 0, a free one. The service listens only on 127.0.0.1. */
  readonly port?: number;
  /** Prefix of every path, as behind a proxy: `/agent`. Default none. */
  readonly basePath?: string;
  /** File where settings and conversations are saved; in memory only if omitted. */
  readonly file?: string;
  /** Initial settings, unless the file has some. */
  readonly settings?: Settings;
  /** True if `conversation_id` is a field of the request, as in the interface. Default false, as on most servers. */
  readonly allowConversationId?: boolean;
  /** The operations that the service has. Default `v0`, the interface's; servers of a short time have `both`. */
  readonly api?: RouterContext['api'];
  readonly tls?: Pick<TlsOptions, 'key' | 'cert' | 'ca' | 'requestCert' | 'minVersion' | 'maxVersion'>;
}

/** @throws if the text, from a command line, isn't one of them */
export function apiNamed(text: string): RouterContext['api'] {
  if (text === 'v0' || text === 'v1' || text === 'both' || text === 'agent') return text;
  throw new Error(`--api must be v0, v1, both or agent, not ${text}`);
}

/** @throws if the port is in use or the file isn't one of the service's */
export async function startService(options: ServiceOptions): Promise<Service> {
  const store = new Store(options.file);
  if (options.settings && !store.settings) store.settings = { kind: 'settings', record: options.settings };
  const server = options.tls ? createTlsServer(options.tls) : createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return new Service(server, store, options);
}

/** The service of the interface over real HTTP, for tests and for trying the extension. Made by {@link startService}. */
export class Service {
  readonly sessionKey: string;
  /** The `{base_url}` of the interface, without a trailing slash. */
  readonly url: string;
  /** Decides what becomes of the starts in API V1. */
  readonly startTasks: StartTasks;
  /** The events of conversations of API V1: the user's are added by themselves, the rest by the test. */
  readonly events = new Events();
  /** Decides what becomes of the conversations of an agent server. */
  readonly agents = new AgentConversations();
  /** Models that are saved in API V1. */
  readonly profiles: Profile[] = [];

  readonly #server: Server;
  readonly #store: Store;
  readonly #context: RouterContext;
  readonly #recording = new Recording();
  readonly #faults = new FaultQueue();
  readonly #sockets = new Set<Socket>();
  readonly #defects: unknown[] = [];

  /** Fires when the whole body of a request has arrived, before it is answered. */
  readonly onDidReceive: Event<RecordedRequest> = this.#recording.onDidReceive;

  constructor(server: Server, store: Store, options: ServiceOptions) {
    const { sessionKey, basePath = '', allowConversationId = false, api = 'v0' } = options;
    const { port } = server.address() as AddressInfo;
    this.sessionKey = sessionKey;
    this.url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}${basePath}`;
    this.#server = server;
    this.#store = store;
    this.startTasks = new StartTasks(store, this.events);
    this.#context = {
      sessionKey,
      basePath,
      allowConversationId,
      api,
      store,
      startTasks: this.startTasks,
      events: this.events,
      profiles: this.profiles,
      agents: this.agents,
    };
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#respond(incoming, outgoing).catch((error: unknown) => {
        // Waits and writes of a fault end this way if the client hangs up.
        if (!outgoing.destroyed) this.#defects.push(error);
        outgoing.destroy();
      });
    });
  }

  /** Fires for each message that an agent gets: the task when its conversation exists, then each follow-up. */
  get onDidHear(): Event<Heard> {
    return (listener) => {
      const subscriptions = [this.#store.onDidHear(listener), this.agents.onDidHear(listener)];
      return { dispose: () => subscriptions.forEach((one) => one.dispose()) };
    };
  }

  /** In the order in which they were received. */
  get requests(): readonly RecordedRequest[] {
    return this.#recording.requests;
  }

  /** Oldest first; starts that failed on the settings leave a stopped one, as on real servers. */
  get conversations(): readonly Conversation[] {
    return this.#store.conversations;
  }

  /**
   * Resolves with the first matching request, including one that has already come since that index.
   * @throws if none comes in time; the message lists what came instead
   */
  waitForRequest(
    wanted: Operation | ((request: RecordedRequest) => boolean),
    { since = 0 } = {},
  ): Promise<RecordedRequest> {
    const fits = typeof wanted === 'string' ? ({ operation }: RecordedRequest) => operation === wanted : wanted;
    return this.#recording.waitFor(fits, since);
  }

  /**
   * Lets a fault answer the next requests; several faults take turns in the order in which they were added.
   * @param operation `any` includes pages and unknown paths
   * @param options.times Default 1. `Infinity`: until the fault is disposed or {@link behave} is called.
   */
  misbehave(operation: Operation | 'any', fault: Fault, { times = 1 } = {}): Disposable {
    return this.#faults.add(operation, fault, times);
  }

  /** Discards the faults that haven't had their turn. */
  behave(): void {
    this.#faults.clear();
  }

  /** Sets the user's settings, completed as servers do; `undefined` for a user who has never saved any. */
  setSettings(settings: Settings | undefined): void {
    this.#store.settings = settings && { kind: 'settings', record: settings };
  }

  /** Sets a record that the GET sends exactly as it is. */
  setRawSettings(record: unknown): void {
    this.#store.settings = { kind: 'raw', record };
  }

  /**
   * STARTING becomes RUNNING, RUNNING becomes STOPPED, and STOPPED stays (interface section 3).
   * @throws if there is no such conversation
   */
  advance(conversationId: string): ConversationState {
    const conversation = this.#store.conversation(conversationId);
    if (!conversation) throw new Error(`there is no conversation ${conversationId}`);
    const state = nextState(conversation.state);
    this.#store.keep({ ...conversation, state });
    return state;
  }

  /** Adds a line to the page of a conversation. */
  note(conversationId: string, line: string): void {
    this.#store.note(conversationId, line);
  }

  /** Closes every connection, also idle ones, and keeps listening: what a client keeps alive is stale afterwards. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @throws if the service itself had a defect: its tests should fail then, and so should yours */
  async close(): Promise<void> {
    if (this.#server.listening) {
      const closed = once(this.#server, 'close');
      this.#server.close();
      this.dropConnections();
      await closed;
    }
    this.#recording.dispose();
    const defects = this.#defects.splice(0);
    if (defects.length > 0)
      throw new AggregateError(defects, `the reference service has a defect: ${String(defects[0])}`);
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const outcome = new Promise<'answered' | 'lost'>((resolve) => {
      outgoing.once('close', () => {
        resolve(outgoing.writableFinished ? 'answered' : 'lost');
        gone.abort();
      });
    });
    const { method = '', url: path = '' } = incoming;
    const operation = operationOf(method, path, this.#context);
    const fault = this.#faults.take(operation);
    const { bytes, complete } = fault?.beforeBody
      ? { bytes: Buffer.alloc(0), complete: false }
      : await readBody(incoming);
    const request = this.#recording.add({
      method,
      path,
      operation,
      headers: incoming.headers,
      rawHeaders: incoming.rawHeaders,
      rawBody: bytes,
      body: jsonOf(bytes),
      complete,
      outcome,
    });
    if (!complete && !fault?.beforeBody) return;
    const perform = () => route(request, this.#context);
    const send: Call['send'] = ({ status, headers, body }) => {
      outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    };
    if (fault) {
      const authorized = isAuthorized(request, this.sessionKey);
      await fault.answer({ request, incoming, outgoing, authorized, signal: gone.signal, perform, send });
    } else {
      send(perform());
    }
  }
}

function jsonOf(bytes: Buffer): unknown {
  const parsed = parseBody(bytes, 'application/json');
  return parsed.kind === 'json' ? parsed.value : undefined;
}

interface Entry {
  readonly operation: Operation | 'any';
  readonly fault: Fault;
  left: number;
}

/** The faults that wait for their request, first come, first served. */
class FaultQueue {
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
