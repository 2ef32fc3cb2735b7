import type { Settings } from '../../client/common/records';
import type { ServiceUrlRefusal } from '../../client/common/serviceUrl';

/** Settings as they were loaded, their secrets masked. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** In milliseconds since 1970. */
  readonly loadedAt: number;
}

/** How far we are with the settings of the current service. What was loaded before stays visible while it can. */
export type SettingsState =
  | { readonly kind: 'idle' | 'noKey' | 'unchecked' }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal }
  | { readonly kind: 'loading'; readonly stale?: LoadedSettings | undefined }
  | { readonly kind: 'loaded'; readonly current: LoadedSettings }
  | { readonly kind: SettingsFailure; readonly error: unknown; readonly stale?: LoadedSettings | undefined };

/** Why the settings did not come, as far as the next step differs. */
export type SettingsFailure =
  'keyRefused' | 'noSettings' | 'wrongService' | 'redirected' | 'unreachable' | 'certificate' | 'proxy' | 'failed';

/** What is known of the user's settings; `null`: the service has none saved; `undefined`: nothing is known. */
export type KnownSettings = Settings | null | undefined;

export function knownSettings(state: SettingsState): KnownSettings {
  return state.kind === 'noSettings' ? null : shownSettings(state)?.settings;
}

/** The settings that can be shown, fresh or stale. */
export function shownSettings(state: SettingsState): LoadedSettings | undefined {
  if (state.kind === 'loaded') return state.current;
  return 'stale' in state ? state.stale : undefined;
}
