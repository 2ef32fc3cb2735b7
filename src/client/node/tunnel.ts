import { Socket } from 'node:net';
import type { ProxyAddress } from './proxyAddress';
import { ProxyError } from './proxyError';
import { Client, connect as connectTo, type buildConnector } from './undici';

interface TunnelOptions {
  readonly connect: buildConnector.connector;
  /** How long the proxy may take to answer, in milliseconds. */
  readonly timeout: number;
}

/**
 * A connection to a host that a proxy has made for us (RFC 9110, section 9.3.6). Nothing of what is for the host has
 * gone to the proxy.
 * @throws {ProxyError} when the proxy answers no; else what undici throws
 */
export async function tunnel(
  { origin, headers }: ProxyAddress,
  { hostname, port, protocol }: buildConnector.Options,
  { connect, timeout }: TunnelOptions,
): Promise<Socket> {
  const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const client = new Client(origin, { connect, headersTimeout: timeout });
  try {
    const { statusCode: status, socket } = await connectTo.call(client, {
      origin,
      path: host,
      headers: { ...headers, Host: host },
    });
    if (status >= 200 && status < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyError(status === 407 ? 'credentials' : 'status', { status });
  } finally {
    // It has handed over its only connection, or has none.
    await client.destroy();
  }
}
