import type { SettingsNames } from '../client/apis/settingsNames';
import type { GitProvider, Settings } from '../client/records';
import { ServiceError, type Failure } from '../client/serviceError';
import type { ServiceUrlRefusal } from '../client/serviceUrl';

/** Settings whose secrets are masked. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly names: SettingsNames;
  readonly gitProviders: readonly GitProvider[];
  /** In milliseconds since 1970. */
  readonly loadedAt: number;
}

/** The state of the current service's settings. `stale` settings were loaded before and are still shown. */
export type SettingsState =
  | { readonly kind: 'noKey' | 'unverified' }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal }
  | { readonly kind: 'idle' | 'loading'; readonly stale?: LoadedSettings | undefined }
  | { readonly kind: 'loaded'; readonly current: LoadedSettings }
  | { readonly kind: SettingsFailure; readonly error: unknown; readonly stale?: LoadedSettings | undefined };

/** The reason why the settings couldn't be loaded. Different reasons lead to different actions. */
export type SettingsFailure =
  'keyRefused' | 'noSettings' | 'wrongService' | 'redirected' | 'unreachable' | 'certificate' | 'proxy' | 'failed';

/** The known settings of the user; `null` if none are saved on the service; `undefined` if that isn't known. */
export type KnownSettings = Settings | null | undefined;

export function knownSettings(state: SettingsState): KnownSettings {
  return state.kind === 'noSettings' ? null : shownSettings(state)?.settings;
}

export function shownSettings(state: SettingsState): LoadedSettings | undefined {
  if (state.kind === 'loaded') return state.current;
  return 'stale' in state ? state.stale : undefined;
}

/**
 * The kind that the views' welcome texts depend on. If settings are still shown, nothing has to be set up again, unless the
 * service says so.
 */
export function settingsContext(state: SettingsState): SettingsState['kind'] {
  const isRevoked = state.kind === 'keyRefused' || state.kind === 'noSettings';
  return shownSettings(state) !== undefined && !isRevoked ? 'loaded' : state.kind;
}

const meanings: Readonly<Record<Exclude<Failure['kind'], 'status' | 'tls'>, SettingsFailure>> = {
  notJson: 'wrongService',
  otherApi: 'wrongService',
  unexpectedShape: 'wrongService',
  redirect: 'redirected',
  nameNotFound: 'unreachable',
  refused: 'unreachable',
  unreachable: 'unreachable',
  proxy: 'proxy',
  connectionLost: 'failed',
  timeout: 'failed',
  cancelled: 'failed',
  tooLarge: 'failed',
  invalidRequest: 'failed',
  unsupportedField: 'failed',
  unknown: 'failed',
};

export function settingsFailureOf(error: unknown): SettingsFailure {
  if (!(error instanceof ServiceError)) return 'failed';
  const { failure } = error;
  // A server without TLS has no certificate: its URL is wrong.
  if (failure.kind === 'tls') return failure.reason === 'notTls' ? 'unreachable' : 'certificate';
  if (failure.kind !== 'status') return meanings[failure.kind];
  if (failure.needsTls) return 'unreachable';
  // A gateway has answered instead of the service, so this says nothing about the key.
  return failure.isGateway ? 'failed' : settingsStatusMeaning(failure.status, failure.text);
}

export function isOtherApi(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.kind === 'otherApi';
}

/** Reason why the settings couldn't be read. It isn't an error that there are none, or that the user didn't wait. */
export function readingError(state: SettingsState): unknown {
  if (!('error' in state) || state.kind === 'noSettings') return undefined;
  const { error } = state;
  return error instanceof ServiceError && error.failure.kind === 'cancelled' ? undefined : error;
}

export function settingsStatusMeaning(status: number, text = ''): SettingsFailure {
  // A 401 that mentions a token is about stored Git tokens that the service can't read, not about the session key.
  if (status === 401) return /invalid token/i.test(text) ? 'failed' : 'keyRefused';
  // A 404 that mentions settings means that none are saved yet. In a path, which services may quote, the word doesn't count.
  if (status === 404) return /(?<![/\w])settings/i.test(text) ? 'noSettings' : 'wrongService';
  return status === 405 || status === 410 ? 'wrongService' : 'failed';
}
