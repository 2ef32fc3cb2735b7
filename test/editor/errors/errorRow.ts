import type { ClientOptions } from '../../../src/client/client';
import type { Failure, ProxyReason, TlsReason } from '../../../src/client/serviceError';
import type { Fault } from '../../service/faults';
import type { Operation } from '../../service/recording';
import type { Service } from '../../service/service';

/** Every kind of failure, with its reasons where it has any. */
export type ErrorKind = Exclude<Failure['kind'], 'proxy' | 'tls'> | `proxy.${ProxyReason}` | `tls.${TlsReason}`;

/** The one thing to do: its button, and the effect of a click. */
export interface ExpectedRemedy {
  readonly label: string;
  /** A command with its argument, or the address that is opened. */
  readonly does: string;
}

/**
 * The whole sentence and the remedy. In both, `{host}`, `{origin}` and `{baseUrl}` stand for the service that was called,
 * `{port}` for its port and `{proxy}` for the proxy's host and port.
 */
export type Expected = readonly [sentence: string, remedy: ExpectedRemedy | undefined];

/** Setup that the real failure takes besides the service; `close` is called after the test. */
export interface Provoked {
  readonly options?: Partial<ClientOptions>;
  /** Host and port. */
  readonly proxy?: string;
  /** A failure that the client's tests provoke: nothing is called then. */
  readonly constructed?: { readonly failure: Failure; readonly sent: boolean };
  /** When the user stops waiting: before the call, or then. */
  readonly cancels?: 'before' | Promise<unknown>;
  readonly close?: () => unknown;
}

/** One row of the table of errors. */
export interface ErrorRow {
  readonly title: string;
  readonly kind: ErrorKind;
  /** Behavior of the service. */
  readonly fault?: () => Fault;
  /** Setup that it takes besides. */
  readonly provoke?: (service: Service, operation: Operation) => Promise<Provoked> | Provoked;
  /** Shown when the settings are read, and when a conversation is started; if unset, the operation isn't called. */
  readonly settings?: Expected;
  readonly start?: Expected;
}

export const refreshSettings: ExpectedRemedy = {
  label: 'Refresh Settings',
  does: 'agentConversations.refreshSettings',
};
export const setAddress: ExpectedRemedy = { label: 'Set Service URL...', does: 'agentConversations.setServiceUrl' };
export const setKey: ExpectedRemedy = { label: 'Set Session Key...', does: 'agentConversations.setSessionKey' };
export const showLog: ExpectedRemedy = { label: 'Show Log', does: 'agentConversations.showLog' };
export const tryAgain: ExpectedRemedy = { label: 'Try Again', does: 'agentConversations.refreshSettings' };
export const openService: ExpectedRemedy = { label: 'Open Service in Browser', does: '{baseUrl}' };

export function openSetting(id: string): ExpectedRemedy {
  return { label: 'Open Settings', does: `workbench.action.openSettings @id:${id}` };
}

/** Sentence and remedy of a start whose outcome is unknown. */
export function orStarted(sentence: string): Expected {
  return [`Check the service before you start it again. ${sentence}`, openService];
}

/** The same for both operations. */
export function both(sentence: string, remedy: ExpectedRemedy): Pick<ErrorRow, 'settings' | 'start'> {
  return { settings: [sentence, remedy], start: [sentence, remedy] };
}

/** Settings may be read again; the log says more about a start. */
export function again(sentence: string): Pick<ErrorRow, 'settings' | 'start'> {
  return { settings: [sentence, tryAgain], start: [sentence, showLog] };
}

/** Settings may be read again, with this remedy; the outcome of a start is unknown. */
export function againOrStarted(sentence: string, remedy = tryAgain): Pick<ErrorRow, 'settings' | 'start'> {
  return { settings: [sentence, remedy], start: orStarted(sentence) };
}

/** A failure of a request to a service elsewhere, before anything was sent. */
export function constructed(failure: Failure): Provoked {
  return { options: { baseUrl: 'https://agents.example.com' }, constructed: { failure, sent: false } };
}

/** A row for what the service does. */
export function row(
  title: string,
  kind: ErrorKind,
  fault: () => Fault,
  said: Pick<ErrorRow, 'settings' | 'start'>,
): ErrorRow {
  return { title, kind, fault, ...said };
}
