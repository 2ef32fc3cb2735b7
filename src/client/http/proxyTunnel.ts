import { Socket } from 'node:net';
import type { ProxyReason } from '../serviceError';
import { type ProxyOptions, proxyHost } from '../network';
import { percentDecoded, urlOf } from '../../base/url';
import { Client, connect as connectTo, type buildConnector } from './undici';

/** A failure of the proxy. It has no `code`, since undici connects again after errors with certain codes. */
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

/** @returns `undefined` if the URL isn't that of an HTTP proxy */
export function proxyAddress({ url: text, authorization }: ProxyOptions): ProxyAddress | undefined {
  // If the host can't be told from user and password, DNS might be asked for a part of the password.
  const url = proxyHost(text) === undefined ? undefined : urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || !isHeader(authorization ?? '')) return undefined;
  const isName = !/^\[|^[\d.]+$/.test(url.hostname);
  const credentials = authorization ?? basic(url);
  return {
    origin: url.origin,
    servername: isName ? url.hostname : '',
    headers: credentials === undefined ? {} : { 'Proxy-Authorization': credentials },
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
 * Opens a connection to an https service through a proxy (RFC 9110, section 9.3.6). undici has tunnels of its own, but
 * doesn't tell an unreachable proxy from an unreachable service, so that the user would look at the wrong setting.
 * @param timeout milliseconds for the proxy to answer
 * @throws {ProxyError} if the proxy rejects the connection; otherwise, undici's error
 */
export async function tunnel(
  { origin, headers }: ProxyAddress,
  { hostname, port }: buildConnector.Options,
  connect: buildConnector.connector,
  timeout: number,
): Promise<Socket> {
  const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port || 443}`;
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
    // This doesn't close the returned socket, which the client no longer owns.
    await client.destroy();
  }
}
