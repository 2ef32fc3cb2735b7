import type { Subscription } from '../../../base/common/event';
import type { SettingsSource } from '../../../settings/common/settingsSource';
import { knownSettings, type KnownSettings, type SettingsState } from '../../../service/common/settingsState';

/**
 * Reports the known settings while a sheet is open. Settings that haven't been loaded yet are loaded, which is one
 * request if there is a key, and none without; not awaited.
 */
export function followSettings(
  source: Pick<SettingsSource, 'state' | 'onDidChange' | 'load' | 'ensureLoaded'>,
  tell: (known: KnownSettings) => void,
): Subscription {
  const following = source.onDidChange((state) => {
    // The previous settings stay until the answer arrives.
    if (state.kind !== 'loading') tell(knownSettings(state));
  });
  // A failure to load is a state, which is reported; other failures aren't.
  loadOnce(source).catch(() => undefined);
  return following;
}

async function loadOnce(source: Pick<SettingsSource, 'state' | 'load' | 'ensureLoaded'>): Promise<SettingsState> {
  // A failed load may work now, and missing settings may have been saved.
  return 'error' in source.state ? source.load() : source.ensureLoaded();
}
