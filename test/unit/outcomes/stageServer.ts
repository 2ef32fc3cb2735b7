import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Handles a connection; `reached` must be called when the stage is reached. */
export type Script = (socket: Socket, reached: () => void) => void;

/** Server that stops at one stage of an exchange, without an HTTP library that would do more than it should. */
export class StageServer {
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  /** Number of connections made. */
  connections = 0;
  /** Resolves when the connection is at its stage. */
  readonly reached: Promise<void>;

  private constructor(script: Script) {
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers();
    this.reached = promise;
    this.#server = createServer((socket) => {
      this.connections++;
      this.#sockets.push(socket.on('error', () => undefined));
      script(socket, resolve);
    });
  }

  static async start(script: Script): Promise<StageServer> {
    const server = new StageServer(script);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets the connections. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }
}

/** Calls back when a whole request has been received. */
export function onWholeRequest(socket: Socket, done: () => void): void {
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/content-length: *(\d+)/i.exec(received)?.[1] ?? 0);
    if (end >= 0 && received.length >= end + 4 + length) done();
  });
}

/** A response as it is sent over the wire. */
export function answerOf(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Reason\r\n${lines.join('')}\r\n${body}`;
}

/** Gives every whole request the same response. */
export function answering(answer: string | Buffer): Script {
  return (socket, reached) =>
    onWholeRequest(socket, () => {
      socket.write(answer, reached);
    });
}
