import type { SettingsNames } from '../client/apis/settingsNames';
import type { GitProvider, Settings } from '../client/records';
import { ServiceError, type Failure } from '../client/serviceError';
import type { ServiceUrlRefusal } from '../client/serviceUrl';

/** Settings whose secrets are masked. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** The names of settings in the service that they are from. */
  readonly names: SettingsNames;
  readonly gitProviders: readonly GitProvider[];
  /** In milliseconds since 1970. */
  readonly loadedAt: number;
}

/** State of loading the current service's settings. Previously loaded settings stay visible while they can. */
export type SettingsState =
  | { readonly kind: 'idle' | 'noKey' | 'unverified' }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal }
  | { readonly kind: 'loading'; readonly stale?: LoadedSettings | undefined }
  | { readonly kind: 'loaded'; readonly current: LoadedSettings }
  | { readonly kind: SettingsFailure; readonly error: unknown; readonly stale?: LoadedSettings | undefined };

/** Reason why the settings couldn't be loaded, as far as it affects the next step. */
export type SettingsFailure =
  'keyRefused' | 'noSettings' | 'wrongService' | 'redirected' | 'unreachable' | 'certificate' | 'proxy' | 'failed';

/** The known settings of the user; `null`: the service has none saved; `undefined`: nothing is known. */
export type KnownSettings = Settings | null | undefined;

export function knownSettings(state: SettingsState): KnownSettings {
  return state.kind === 'noSettings' ? null : shownSettings(state)?.settings;
}

export function shownSettings(state: SettingsState): LoadedSettings | undefined {
  if (state.kind === 'loaded') return state.current;
  return 'stale' in state ? state.stale : undefined;
}

const meanings: Readonly<Record<Exclude<Failure['kind'], 'status'>, SettingsFailure>> = {
  notJson: 'wrongService',
  otherApi: 'wrongService',
  unexpectedShape: 'wrongService',
  redirect: 'redirected',
  nameNotFound: 'unreachable',
  refused: 'unreachable',
  unreachable: 'unreachable',
  tls: 'certificate',
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
  if (failure.kind !== 'status') return meanings[failure.kind];
  // The key may be right: the service hasn't seen it.
  return failure.isGateway ? 'failed' : settingsStatusMeaning(failure.status, failure.text);
}

export function isMissing(error: unknown): boolean {
  return settingsFailureOf(error) === 'wrongService';
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

/** Meaning of an error response to the settings request, by its status and message. */
export function settingsStatusMeaning(status: number, text = ''): SettingsFailure {
  // A 401 that mentions a token is due to stored provider tokens that the service can't read, not to our key.
  if (status === 401) return /invalid token/i.test(text) ? 'failed' : 'keyRefused';
  // A 404 is the first run if the service says so, otherwise a missing path, which may be quoted.
  if (status === 404) return /(?<![/\w])settings/i.test(text) ? 'noSettings' : 'wrongService';
  return status === 405 || status === 410 ? 'wrongService' : 'failed';
}
