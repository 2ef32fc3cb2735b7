import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { HostileAnswer } from './hostileAnswers';

/**
 * A server that writes bytes rather than answers. Each caller has a lane, the first part of its path, and gets what is
 * planned for its lane.
 */
export class HostileService {
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #plans = new Map<string, HostileAnswer>();
  readonly #ending = new Map<string, Promise<unknown>>();

  static async open(): Promise<HostileService> {
    const service = new HostileService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  url(lane: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${lane}`;
  }

  /**
   * Sets what every request of the lane gets from now on. Resolves when a connection that the last answer closed is
   * gone: a request sent on it would be lost, which is true of any server, and hides the effect of the answer.
   */
  async plan(lane: string, answer: HostileAnswer | undefined): Promise<void> {
    await this.#ending.get(lane);
    this.#ending.delete(lane);
    if (answer) this.#plans.set(lane, answer);
    else this.#plans.delete(lane);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // The other side may hang up at any time.
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const lane = laneOf(received);
      if (lane === undefined) return;
      received = '';
      const answer = this.#plans.get(lane);
      if (answer && answer.end !== 'keep')
        this.#ending.set(
          lane,
          once(socket, 'close').catch(() => undefined),
        );
      if (answer) send(socket, answer);
      else socket.end();
    });
  }
}

/** Lane of a request, as soon as the request is complete. */
function laneOf(request: string): string | undefined {
  const head = request.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(request.slice(0, head))?.[1] ?? 0);
  return request.length < head + 4 + length ? undefined : (/^\w+ \/([^/]*)/.exec(request)?.[1] ?? '');
}

function send(socket: Socket, { pieces, end }: HostileAnswer): void {
  const [first, ...rest] = pieces;
  const finish = () => {
    if (end === 'close') socket.end();
    else if (end === 'reset') socket.resetAndDestroy();
  };
  if (first === undefined) {
    finish();
    return;
  }
  socket.write(first, () => {
    // The first piece is on its way; the rest is sent at once, and the receiving end splits it into packets.
    if (rest.length > 0) socket.write(Buffer.concat(rest), finish);
    else finish();
  });
}
