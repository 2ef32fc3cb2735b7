import { isUrl, percentDecoded } from '../../base/common/url';
import type { ProxyOptions } from './network';

/**
 * Host and port of a proxy's URL, without user and password; `undefined` if the parts can't be told apart: a password
 * that contains `/`, `?` or `#` would otherwise be taken for the host.
 */
export function proxyHost(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!isUrl(address)) return undefined;
  const { host, pathname, search, hash } = new URL(address);
  return host === '' || [pathname, search, hash].some((part) => part.includes('@')) ? undefined : host;
}

/** Credentials sent to a proxy, in each form in which it could repeat them; a redactor knows their base64 itself. */
export function proxySecrets({ url, authorization = '' }: ProxyOptions): readonly string[] {
  const [, credentials = authorization] = /^[a-z-]+\s+(\S.*)$/is.exec(authorization.trim()) ?? [];
  const [, said = ''] = /^(?:[^/@]*:\/\/)?(.*)@/s.exec(url) ?? [];
  const userInfo = said === '' || said.includes(':') ? said : `${said}:`;
  const basic = [fromBase64(credentials), userInfo, userInfo.split(':').map(percentDecoded).join(':')];
  return [authorization, credentials, ...basic, ...basic.map(passwordOf)].filter((secret) => secret !== '');
}

/** The password in `user:password`; without one, the user is a token. */
function passwordOf(userAndPassword: string): string {
  const colon = userAndPassword.indexOf(':');
  const password = userAndPassword.slice(colon + 1);
  return password === '' ? userAndPassword.slice(0, colon) : password;
}

function fromBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
