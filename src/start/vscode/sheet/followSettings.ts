import type { Subscription } from '../../../base/common/event';
import type { SettingsSource } from '../../../settings/common/settingsSource';
import { knownSettings, type KnownSettings, type SettingsState } from '../../../service/common/settingsState';

/**
 * Tells what is known of the settings while a sheet is open. Where nobody has loaded them yet, they are loaded, which is
 * one request if there is a key, and none without; nobody waits for it.
 */
export function followSettings(
  source: Pick<SettingsSource, 'state' | 'onDidChange' | 'load' | 'ensureLoaded'>,
  tell: (known: KnownSettings) => void,
): Subscription {
  const following = source.onDidChange((state) => {
    // What was known stands until the answer is there.
    if (state.kind !== 'loading') tell(knownSettings(state));
  });
  // A failure to load is a state, which is told; nothing is said of any other.
  loadOnce(source).catch(() => undefined);
  return following;
}

async function loadOnce(source: Pick<SettingsSource, 'state' | 'load' | 'ensureLoaded'>): Promise<SettingsState> {
  // What failed before may work now, and settings that were missing may be saved.
  return 'error' in source.state ? source.load() : source.ensureLoaded();
}
