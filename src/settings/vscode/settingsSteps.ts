import type { Disposable } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { GlobalState } from '../../base/globalState';
import { completeStep } from '../../base/vscode/walkthroughSteps';
import type { SettingsStore } from '../settingsStore';

/** Marks the walkthrough's steps as completed for which the settings must have been saved on the service. */
export function noteLoadedSettings(
  settings: Pick<SettingsStore, 'onDidChange'>,
  state: GlobalState,
  log: Log,
): Disposable {
  const note = async () => {
    // Settings can't be loaded without a key. The state may not know it yet, if remembering it failed when it was saved.
    await completeStep('keySaved', state);
    await completeStep('settingsLoaded', state);
  };
  const onError = (error: unknown) => log.warn("The walkthrough can't be ticked.", { error: String(error) });
  return settings.onDidChange(({ kind }) => {
    if (kind === 'loaded') note().catch(onError);
  });
}
