import type { Event } from '../../base/common/event';
import type { SettingsReading } from '../../service/common/serviceAccess';
import type { SettingsState } from '../../service/common/settingsState';

/** The settings of the current service. */
export interface SettingsSource {
  readonly state: SettingsState;
  readonly onDidChange: Event<SettingsState>;
  /** Asks the service, unless it is being asked. */
  load(signal?: AbortSignal): Promise<SettingsState>;
  /** Asks the service only when nobody has done so yet. */
  ensureLoaded(): Promise<SettingsState>;
  /** Takes what somebody else has read. It counts from when it belongs to the current service until the next load. */
  take(reading: SettingsReading): Promise<void>;
  /** Puts what was taken in the place of nothing, if it belongs to the current service. Asks nobody. */
  adopt(): Promise<SettingsState>;
}
