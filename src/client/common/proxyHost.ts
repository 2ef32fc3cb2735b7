import { isUrl } from '../../base/common/url';

/**
 * Host and port of a proxy's address, without its user and password; `undefined` where it is not clear what of the text
 * is which: a password that holds `/`, `?` or `#` would be taken for the host otherwise.
 */
export function proxyHost(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!isUrl(address)) return undefined;
  const { host, pathname, search, hash } = new URL(address);
  return host === '' || [pathname, search, hash].some((part) => part.includes('@')) ? undefined : host;
}
