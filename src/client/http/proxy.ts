import { Socket } from 'node:net';
import type { ProxyReason } from '../serviceError';
import { type ProxyOptions, proxyHost } from '../network';
import { percentDecoded, urlOf } from '../../base/url';
import { Client, connect as connectTo, type buildConnector } from './undici';

/** A failure at the proxy. Has no `code`: undici would take some codes for the service's own, and connect again. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly reason: ProxyReason;
  readonly status: number | undefined;

  constructor(reason: ProxyReason, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(status === undefined ? `proxy: ${reason}` : `proxy: ${reason} (${status})`, { cause });
    this.reason = reason;
    this.status = status;
  }
}

export interface ProxyAddress {
  readonly origin: string;
  /** The server name for TLS; empty for an IP address, which isn't a name. */
  readonly servername: string;
  /** The credentials for the proxy; empty if it doesn't need any. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `undefined` if it isn't the URL of a proxy that speaks HTTP. */
export function proxyAddress({ url: text, authorization }: ProxyOptions): ProxyAddress | undefined {
  // If user and password can't be told from the host, they would be looked up as one.
  const url = proxyHost(text) === undefined ? undefined : urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || !isHeader(authorization ?? '')) return undefined;
  const isName = !/^\[|^[\d.]+$/.test(url.hostname);
  const said = authorization ?? basic(url);
  return {
    origin: url.origin,
    servername: isName ? url.hostname : '',
    headers: said === undefined ? {} : { 'Proxy-Authorization': said },
  };
}

function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function isHeader(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/**
 * A connection to a host that a proxy has made for us (RFC 9110, section 9.3.6). Nothing meant for the host has been
 * sent to the proxy. undici's own tunnel reports a proxy that can't be reached like a service that can't be, and the
 * user would be sent to the wrong setting.
 * @param timeout for the proxy to answer, in milliseconds
 * @throws {ProxyError} if the proxy rejects it; otherwise, undici's error
 */
export async function tunnel(
  { origin, headers }: ProxyAddress,
  { hostname, port, protocol }: buildConnector.Options,
  connect: buildConnector.connector,
  timeout: number,
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
