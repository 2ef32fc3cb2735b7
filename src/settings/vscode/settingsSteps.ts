import type { Disposable } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import { completeStep, type SharedState } from '../../base/vscode/walkthroughSteps';
import type { SettingsStore } from '../settingsStore';

/** Notes that settings were loaded. The step of the walkthrough that saves them is done then. */
export function noteLoadedSettings(
  settings: Pick<SettingsStore, 'onDidChange'>,
  state: SharedState,
  log: Log,
): Disposable {
  const note = async () => {
    // They can't be loaded without a key. It may have been saved before the state could remember that.
    await completeStep('keySaved', state);
    await completeStep('settingsLoaded', state);
  };
  const onError = (error: unknown) => log.warn("The walkthrough can't be ticked.", { error: String(error) });
  return settings.onDidChange(({ kind }) => {
    if (kind === 'loaded') note().catch(onError);
  });
}
