import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

const answer = JSON.stringify({
  status: 'ok',
  conversation_id: '0123456789abcdef0123456789abcdef',
  message: null,
  conversation_status: 'STARTING',
});
const response = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`;

/** A service on loopback that notes when the first byte of a request arrives. Every request is one start. */
export class FirstByteServer {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  /** How many were made so far. */
  connections = 0;
  /** When the first byte of the last request came, on the clock of `performance.now()`. */
  arrived = NaN;

  private constructor(server: net.Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections++;
      this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket)));
      socket.on('error', () => undefined);
      this.#serve(socket);
    });
  }

  static async listen(): Promise<FirstByteServer> {
    const server = net.createServer({ noDelay: true });
    const listening = new FirstByteServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return listening;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: net.Socket): void {
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (received === '') this.arrived = performance.now();
      received += chunk;
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      received = '';
      socket.write(response);
    });
  }
}
