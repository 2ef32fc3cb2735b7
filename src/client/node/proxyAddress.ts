import type { ProxyOptions } from '../common/network';
import { percentDecoded, isUrl } from '../../base/common/url';
import { proxyHost } from '../common/proxyHost';

/** A proxy's address in its parts. */
export interface ProxyAddress {
  readonly origin: string;
  /** The name that TLS asks for; empty of an IP address, which is none. */
  readonly servername: string;
  /** What it is to be told of who we are; empty when it need not know. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `undefined` when it is no address of a proxy that is spoken to in HTTP. */
export function proxyAddress({ url: text, authorization }: ProxyOptions): ProxyAddress | undefined {
  // Where user and password cannot be told from the host, they would be asked for as one.
  if (proxyHost(text) === undefined || !isUrl(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || !isHeader(authorization ?? '')) return undefined;
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
