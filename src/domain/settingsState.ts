import type { Settings } from './records';
import { ServiceError } from './serviceError';
import type { ServiceUrlRefusal } from './serviceUrl';

/** Settings as they were loaded, their secrets masked. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** In milliseconds since 1970. */
  readonly loadedAt: number;
}

/** How far we are with the settings of the current service. What was loaded before stays visible while it can. */
export type SettingsState =
  | { readonly kind: 'idle' | 'noKey' }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal }
  | { readonly kind: 'loading'; readonly stale?: LoadedSettings | undefined }
  | { readonly kind: 'loaded'; readonly current: LoadedSettings }
  | { readonly kind: SettingsFailure; readonly error: unknown; readonly stale?: LoadedSettings | undefined };

/** Why the settings did not come, as far as the next step differs. */
export type SettingsFailure = 'keyRefused' | 'noSettings' | 'wrongService' | 'failed';

/** The settings that can be shown, fresh or stale. */
export function shownSettings(state: SettingsState): LoadedSettings | undefined {
  if (state.kind === 'loaded') return state.current;
  return 'stale' in state ? state.stale : undefined;
}

export function settingsFailureOf(error: unknown): SettingsFailure {
  if (!(error instanceof ServiceError)) return 'failed';
  const { failure } = error;
  switch (failure.kind) {
    case 'status':
      return settingsStatusMeaning(failure.status, failure.text);
    case 'notJson':
    case 'agentServer':
    case 'unexpectedShape':
    case 'redirect':
      return 'wrongService';
    default:
      return 'failed';
  }
}

/** What an answer that refuses the settings means, by its status and its words. */
export function settingsStatusMeaning(status: number, text = ''): SettingsFailure {
  // A 401 that speaks of a token comes from stored provider tokens that the service cannot read, not from our key.
  if (status === 401) return /invalid token/i.test(text) ? 'failed' : 'keyRefused';
  // A 404 is the first run when the service says so, else a path that is not there, which may be quoted.
  if (status === 404) return /(?<![/\w])settings/i.test(text) ? 'noSettings' : 'wrongService';
  return status === 405 || status === 410 ? 'wrongService' : 'failed';
}

/** Whether an answer to the settings, good or bad, shows that the service took the session key. */
export function provesKey(failure: SettingsFailure): boolean {
  return failure === 'noSettings';
}
