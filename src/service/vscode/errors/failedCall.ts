import { env, l10n } from 'vscode';
import { isLoopback } from '../../../client/common/serviceUrl';
import type { Route } from '../../../client/common/network';
import type { Operation, ServiceError } from '../../../client/common/serviceError';

/** A call that failed, as far as its sentence and its remedy speak of it. */
export interface FailedCall {
  readonly operation: Operation;
  readonly route: Route;
  /** The request had begun to leave. */
  readonly sent: boolean;
  /** Host and port of the service. */
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  /** `{base_url}` of the interface: where the service's own pages are. */
  readonly baseUrl: string;
  /** The service is on the machine that called it. */
  readonly loopback: boolean;
}

export function failedCall({ baseUrl, operation, route, sent }: ServiceError): FailedCall {
  const { host, hostname, origin } = new URL(baseUrl);
  return { operation, route, sent, host, hostname, origin, baseUrl, loopback: isLoopback(hostname) };
}

/** Which machine called, where that may surprise; empty when it is the one in front of the person. */
export function callerHint({ hostname, loopback }: Pick<FailedCall, 'hostname' | 'loopback'>): string {
  if (env.remoteName === undefined) return '';
  return loopback
    ? l10n.t('This window runs on a remote machine ({0}), and {1} refers to that machine.', env.remoteName, hostname)
    : l10n.t("The request was made from this window's remote machine ({0}).", env.remoteName);
}

/** What was between here and the service, where it may be the one that failed. */
export function proxyHint({ route }: Pick<FailedCall, 'route'>): string {
  return route.kind === 'proxy' && route.host !== '' ? l10n.t('The request goes through proxy {0}.', route.host) : '';
}

/** The other way to the service, where it may be one: empty when it was taken, or when no proxy is needed to get there. */
export function httpClientHint({ route, loopback }: Pick<FailedCall, 'route' | 'loopback'>): string {
  return route.kind === 'vscode' || loopback
    ? ''
    : l10n.t('If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".');
}

/** Sentences in a row; those that are empty are not said. */
export function sentences(...words: readonly string[]): string {
  return words.filter(Boolean).join(' ');
}

/** The service's own words as a sentence of ours; empty when it gave none. */
export function saidWords(text: string | undefined): string {
  if (text === undefined) return '';
  return l10n.t('Response: {0}', /[.!?…]$/.test(text) ? text : `${text}.`);
}
