import type { Route } from '../../../src/client/network';
import type { Failure, FailureOf, ProxyReason, TlsReason } from '../../../src/client/serviceError';

/** Every kind of failure, with its reasons where it has any. */
export type ErrorKind = Exclude<Failure['kind'], 'proxy' | 'tls'> | `proxy.${ProxyReason}` | `tls.${TlsReason}`;

/** The one thing to do: its button, and the effect of a click. */
export interface ExpectedRemedy {
  readonly label: string;
  /** A command with its argument, or the address that is opened. */
  readonly does: string;
}

/** The whole sentence and the remedy. In both, `{host}`, `{origin}` and `{baseUrl}` stand for the service that was called. */
export type Expected = readonly [sentence: string, remedy: ExpectedRemedy | undefined];

/** The errors of reading the settings, and of starting a conversation. */
export interface Said {
  readonly settings?: Expected;
  readonly start?: Expected;
  /** The error of reading the events of a conversation. */
  readonly events?: Expected;
}

/** One row of the table of errors. The client's tests provoke each failure, with real services, proxies, and certificates. */
export interface ErrorRow extends Said {
  readonly title: string;
  readonly failure: Failure;
  /** The request had begun to leave this machine. */
  readonly sent: boolean;
  /** The headers of an answer had arrived. */
  readonly answered?: true;
  /** The service isn't the one in the settings. */
  readonly isOther?: true;
  readonly baseUrl?: string;
  readonly route?: Route;
}

export const refreshSettings: ExpectedRemedy = {
  label: 'Refresh Settings',
  does: 'agentConversations.refreshSettings {origin}',
};
export const setAddress: ExpectedRemedy = { label: 'Set Service URL...', does: 'agentConversations.setServiceUrl' };
export const setKey: ExpectedRemedy = {
  label: 'Set Session Key...',
  does: 'agentConversations.setSessionKey {origin}',
};
export const showLog: ExpectedRemedy = { label: 'Show Log', does: 'agentConversations.showLog' };
export const tryAgain: ExpectedRemedy = { label: 'Try Again', does: 'agentConversations.refreshSettings {origin}' };
export const openService: ExpectedRemedy = { label: 'Open Service in Browser', does: '{baseUrl}' };
/** Advice on a service that isn't the one in the settings, with {@link openService}. */
export const mayHaveMoved = 'Open the service in the browser to see whether it has moved.';

export function openSetting(id: string): ExpectedRemedy {
  return { label: 'Open Settings', does: `workbench.action.openSettings @id:${id}` };
}

/** Sentence and remedy of a start whose outcome is unknown. */
export function orStarted(sentence: string): Expected {
  return [`Check the service before you start it again. ${sentence}`, openService];
}

/** The same for both operations. */
export function both(sentence: string, remedy: ExpectedRemedy): Said {
  return { settings: [sentence, remedy], start: [sentence, remedy] };
}

/** Settings may be read again; the log says more about a start. */
export function again(sentence: string): Said {
  return { settings: [sentence, tryAgain], start: [sentence, showLog] };
}

/** Settings may be read again, with this remedy; the outcome of a start is unknown. */
export function againOrStarted(sentence: string, remedy = tryAgain): Said {
  return { settings: [sentence, remedy], start: orStarted(sentence) };
}

/** A row for a request that never left this machine. */
export function unsent(title: string, failure: Failure, said: Said, call: Pick<ErrorRow, 'baseUrl' | 'route'> = {}) {
  return { title, failure, sent: false, ...said, ...call };
}

/** A row for what came back from a request. */
export function answered(title: string, failure: Failure, said: Said): ErrorRow {
  return { title, failure, sent: true, ...said };
}

/** A row for an answer with an error's status. */
export function status(code: number, said: Omit<Partial<FailureOf<'status'>>, 'kind' | 'status'> = {}): Failure {
  return { ...said, kind: 'status', status: code };
}
