import type { Disposable } from '../base/lifecycle';
import type { SettingsStore } from '../settings/settingsStore';
import { type KnownSettings, knownSettings, readingError } from '../service/settingsState';

/**
 * Reports the known settings while a sheet is open, and why they couldn't be read. Settings that haven't been loaded yet
 * are loaded, which is one request if there is a key, and none without; not awaited.
 */
export function followSettings(
  source: Pick<SettingsStore, 'state' | 'onDidChange' | 'load' | 'ensureLoaded'>,
  tell: (known: KnownSettings, error: unknown) => void,
): Disposable {
  const following = source.onDidChange((state) => {
    // The previous settings stay until the answer arrives.
    if (state.kind !== 'loading') tell(knownSettings(state), readingError(state));
  });
  // A failed load may work now, and missing settings may have been saved.
  const loading = 'error' in source.state ? source.load() : source.ensureLoaded();
  // A failure to load is a state, which is reported; other failures aren't.
  loading.catch(() => undefined);
  return following;
}
