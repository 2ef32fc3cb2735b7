import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';

/** Takes the place of a service with TLS, with a certificate of its own, forwards everything to it, and reads along. */
export class ManInTheMiddle {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Everything that clients have sent. */
  read = '';

  /** @param to URL of the service, without TLS */
  static async start(
    to: string,
    certificate: { readonly key: Buffer; readonly cert: Buffer },
  ): Promise<ManInTheMiddle> {
    const man = new ManInTheMiddle(new URL(to), certificate);
    // On all addresses: one of them isn't a loopback address to the extension and leads here anyway.
    man.#server.listen(0, '0.0.0.0');
    await once(man.#server, 'listening');
    return man;
  }

  private constructor({ hostname, port }: URL, certificate: { readonly key: Buffer; readonly cert: Buffer }) {
    this.#server = createServer(certificate, (client) => {
      const service = connect(Number(port), hostname);
      client.on('data', (chunk: Buffer) => (this.read += chunk.toString('latin1')));
      for (const socket of [client, service]) this.#sockets.add(socket.on('error', () => undefined));
      client.pipe(service).pipe(client);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
