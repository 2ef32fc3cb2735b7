import { env, l10n } from 'vscode';
import { redacted } from '../../../base/redactor';
import { isLoopback } from '../../../client/serviceUrl';
import type { ServiceError } from '../../../client/serviceError';
import { isCurrentService } from '../configuration';

export interface FailedCall extends Pick<ServiceError, 'operation' | 'route' | 'sent' | 'answered' | 'baseUrl'> {
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  /** Path of the operation below the service URL. */
  readonly path: string;
  /** True if the service is on the machine that called it. */
  readonly loopback: boolean;
  /** False for a service that isn't the one in the settings, such as that of a past conversation. */
  readonly isCurrent: boolean;
}

export function failedCall({ address, baseUrl, operation, route, sent, answered }: ServiceError): FailedCall {
  const { host, hostname, origin } = new URL(baseUrl);
  const path = address.slice(baseUrl.length);
  const call = { operation, route, sent, answered, baseUrl, isCurrent: isCurrentService(baseUrl) };
  return { ...call, host, hostname, origin, path, loopback: isLoopback(hostname) };
}

/** Suggests checking what may keep a host from being found. No setting has the URL of a past conversation's service. */
export function networkHint({ isCurrent }: Pick<FailedCall, 'isCurrent'>): string {
  return isCurrent ? l10n.t('Check the service URL, and your network or VPN.') : l10n.t('Check your network or VPN.');
}

/** Names the machine that made the call, if it isn't the one in front of the user; otherwise empty. */
export function callerHint({ hostname, loopback }: Pick<FailedCall, 'hostname' | 'loopback'>): string {
  if (env.remoteName === undefined) return '';
  return loopback
    ? l10n.t('This window runs on a remote machine ({0}), and {1} refers to that machine.', env.remoteName, hostname)
    : l10n.t("The request was made from this window's remote machine ({0}).", env.remoteName);
}

/** Names the proxy between this machine and the service, if it may have failed; otherwise empty. */
export function proxyHint({ route, loopback }: Pick<FailedCall, 'route' | 'loopback'>): string {
  if (route.kind === 'vscode' && !loopback) return l10n.t('VS Code may have sent the request through a proxy.');
  return route.kind === 'proxy' && route.host !== '' ? l10n.t('The request goes through proxy {0}.', route.host) : '';
}

/** Suggests VS Code's HTTP client if that may reach the service; empty if it was used, or if no proxy is needed. */
export function httpClientHint({ route, loopback }: Pick<FailedCall, 'route' | 'loopback'>): string {
  return route.kind === 'vscode' || loopback
    ? ''
    : l10n.t('If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".');
}

export function sentences(...words: readonly string[]): string {
  return words.filter(Boolean).join(' ');
}

/** A sentence with the service's own message; empty if there is none. */
export function responseWords(text: string | undefined): string {
  if (text === undefined) return '';
  if (text === redacted) return l10n.t("The response isn't shown: it repeats a secret.");
  return l10n.t('Response: {0}', /[.!?…]$/.test(text) ? text : `${text}.`);
}
