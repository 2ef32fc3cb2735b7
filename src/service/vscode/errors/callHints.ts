import { env, l10n } from 'vscode';
import type { FailedCall } from './failedCall';

/** Which machine called, where that may surprise; empty when it is the one in front of the person. */
export function callerHint({ hostname, loopback }: Pick<FailedCall, 'hostname' | 'loopback'>): string {
  if (env.remoteName === undefined) return '';
  return loopback
    ? l10n.t('This window works on a remote machine ({0}), and {1} is that machine.', env.remoteName, hostname)
    : l10n.t('The remote machine of this window ({0}) made the call.', env.remoteName);
}

/** What was between here and the service, where it may be the one that failed. */
export function proxyHint({ route }: Pick<FailedCall, 'route'>): string {
  return route.kind === 'proxy' && route.host !== '' ? l10n.t('It goes through the proxy {0}.', route.host) : '';
}

/** The other way to the service, where it may be one: empty when it was taken, or when no proxy is needed to get there. */
export function httpClientHint({ route, loopback }: Pick<FailedCall, 'route' | 'loopback'>): string {
  return route.kind === 'vscode' || loopback
    ? ''
    : l10n.t('If VS Code has a way there (PAC file, system proxy), set agentConversations.httpClient to "vscode".');
}

/** Sentences in a row; those that are empty are not said. */
export function sentences(...words: readonly string[]): string {
  return words.filter(Boolean).join(' ');
}
