import type { Dialect } from '../client/dialect';
import type { Settings } from '../client/records';
import type { ServiceUrlRefusal } from '../client/serviceUrl';

/** Settings as they were loaded, with their secrets masked. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** Of the service that they are from. */
  readonly dialect: Dialect;
  /** In milliseconds since 1970. */
  readonly loadedAt: number;
}

/** State of loading the current service's settings. Previously loaded settings stay visible while they can. */
export type SettingsState =
  | { readonly kind: 'idle' | 'noKey' | 'unchecked' }
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

/** The settings that can be shown, fresh or stale. */
export function shownSettings(state: SettingsState): LoadedSettings | undefined {
  if (state.kind === 'loaded') return state.current;
  return 'stale' in state ? state.stale : undefined;
}
