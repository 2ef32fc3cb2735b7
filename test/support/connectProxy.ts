import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Things that a proxy does instead of its work. */
export type Misbehaviour =
  /** Answers every request with this status; 407 with a challenge. */
  | { readonly kind: 'refuses'; readonly status: number }
  /** Answers every request with this status and with the credentials that the client sent, also decoded. */
  | { readonly kind: 'echoes'; readonly status: number }
  /** Closes the connection when a request has arrived. */
  | { readonly kind: 'closes' }
  /** Accepts requests and never answers. */
  | { readonly kind: 'mute' }
  /** Cuts a tunnel after this many bytes from its client. */
  | { readonly kind: 'dies'; readonly afterBytes: number };

export interface ConnectProxyOptions {
  /** Requires these by Basic authentication; if unset, every client may pass. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Hosts that this proxy resolves itself, each with the origin behind it. */
  readonly names?: Readonly<Record<string, string>>;
  /** TLS between client and proxy. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
  readonly misbehaves?: Misbehaviour;
}

/** A request to the proxy itself. */
export interface ProxiedRequest {
  readonly method: string;
  /** `host:port` of a CONNECT, else the whole address. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A real proxy on loopback: tunnels with CONNECT, and requests in absolute form. */
export class ConnectProxy {
  /** In order of arrival, including those that were rejected. */
  readonly requests: ProxiedRequest[] = [];
  /** Number of connections from clients so far. */
  connections = 0;
  misbehaves: Misbehaviour | undefined;
  readonly #options: ConnectProxyOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #read: Buffer[] = [];

  static async start(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(options: ConnectProxyOptions) {
    this.#options = options;
    this.misbehaves = options.misbehaves;
    this.#server = options.tls ? createTlsServer(options.tls) : createServer();
    this.#server
      .on('connection', (socket: Socket) => {
        this.connections++;
        this.#hold(socket);
      })
      .on('tlsClientError', () => undefined)
      .on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#tunnel(request, socket, head))
      .on('request', (request: IncomingMessage, response: ServerResponse) => this.#forward(request, response));
  }

  /** Origin of the proxy, without credentials. */
  get url(): string {
    return `${this.#options.tls ? 'https' : 'http'}://${this.host}`;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of open connections, to clients and to services. */
  get openSockets(): number {
    return this.#sockets.size;
  }

  /** True if a text passed where the proxy can read it: in a head, in a body, or in a tunnel. */
  couldRead(text: string): boolean {
    return JSON.stringify(this.requests).includes(text) || Buffer.concat(this.#read).includes(text);
  }

  /** Waits until no connection is open. */
  async lastConnectionClosed(): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => once(socket, 'close')));
  }

  /** Cuts every connection. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.dropConnections();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    // A client that has gone, not one that has only ended its half.
    client
      .resume()
      .on('error', () => undefined)
      .once('end', () => client.destroy());
    const target = request.url ?? '';
    this.#note(request);
    const refusal = this.#refusal(request);
    if (this.misbehaves?.kind === 'closes') return void client.destroy();
    if (this.misbehaves?.kind === 'mute') return;
    if (refusal !== undefined)
      return void client.end(`HTTP/1.1 ${refusal} No\r\n${challenge(refusal)}\r\n${this.#words(request)}`);

    const { hostname, port } = this.#behind(new URL(`http://${target}`));
    const service = this.#hold(connect(Number(port || 80), hostname.replace(/^\[|\]$/g, '')));
    service.once('connect', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    service.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    service.write(head);
    let bytes = 0;
    client.on('data', (chunk: Buffer) => {
      this.#read.push(chunk);
      bytes += chunk.byteLength;
      if (this.misbehaves?.kind === 'dies' && bytes > this.misbehaves.afterBytes) client.destroy();
      else service.write(chunk);
    });
    client.once('close', () => service.destroy());
    service.on('data', (chunk) => client.write(chunk));
    service.once('close', () => client.destroy());
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: target = '', headers } = request;
    this.#note(request);
    const refusal = this.#refusal(request);
    if (this.misbehaves?.kind === 'closes') return void request.socket.destroy();
    if (this.misbehaves?.kind === 'mute') return;
    if (refusal !== undefined)
      return void response
        .writeHead(refusal, refusal === 407 ? { 'proxy-authenticate': 'Basic' } : {})
        .end(this.#words(request));

    const url = this.#behind(new URL(target));
    const passedOn = { ...headers };
    delete passedOn['proxy-authorization'];
    const onward = httpRequest(url, { method, headers: passedOn, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('socket', (socket) => this.#hold(socket));
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.on('data', (chunk: Buffer) => this.#read.push(chunk));
    request.pipe(onward);
  }

  #note({ method = '', url = '', headers }: IncomingMessage): void {
    this.requests.push({ method, target: url, headers });
  }

  #refusal({ headers }: IncomingMessage): number | undefined {
    if (this.misbehaves?.kind === 'refuses' || this.misbehaves?.kind === 'echoes') return this.misbehaves.status;
    const { credentials } = this.#options;
    if (!credentials) return undefined;
    const expected = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    return headers['proxy-authorization'] === `Basic ${expected}` ? undefined : 407;
  }

  #words({ headers }: IncomingMessage): string {
    if (this.misbehaves?.kind !== 'echoes') return '';
    const told = headers['proxy-authorization'] ?? '';
    const decoded = Buffer.from(told.replace(/^\S+ /, ''), 'base64').toString();
    return `Not with ${told}, which is ${decoded}, with password ${decoded.replace(/^[^:]*:/, '')}`;
  }

  /** The address that is actually called. */
  #behind(url: URL): URL {
    const known = this.#options.names?.[url.hostname];
    return known === undefined ? url : new URL(url.pathname + url.search, known);
  }

  #hold<T extends Duplex>(socket: T): T {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }
}

function challenge(status: number): string {
  return status === 407 ? 'Proxy-Authenticate: Basic realm="proxy"\r\n' : '';
}
