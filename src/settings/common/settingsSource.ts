import type { Event } from '../../base/common/event';
import type { SettingsReading } from '../../service/common/serviceAccess';
import type { SettingsState } from '../../service/common/settingsState';

/** The settings of the current service. */
export interface SettingsSource {
  readonly state: SettingsState;
  readonly onDidChange: Event<SettingsState>;
  /** Requests the settings, unless a request is in progress. */
  load(signal?: AbortSignal): Promise<SettingsState>;
  /** Requests the settings only if that hasn't been done yet. */
  ensureLoaded(): Promise<SettingsState>;
  /**
   * Accepts settings that were read elsewhere. They are valid from when they belong to the current service until the
   * next load.
   */
  take(reading: SettingsReading): Promise<void>;
  /** Uses the accepted settings if nothing is loaded and they belong to the current service. Sends no request. */
  adopt(): Promise<SettingsState>;
}
