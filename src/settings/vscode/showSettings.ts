import * as vscode from 'vscode';
import type { SettingsSource } from '../common/settingsSource';
import { views } from '../../names';
import { afterWalkthrough } from '../../base/vscode/afterWalkthrough';
import type { ConnectionPorts } from '../../service/vscode/connection/connectionPorts';
import { setSessionKey } from '../../service/vscode/connection/setSessionKey';

/** The command `showSettings`, of the walkthrough: without a session key there is none to show, so it is asked for first. */
export async function showSettings(
  ports: ConnectionPorts & { readonly settings: Pick<SettingsSource, 'ensureLoaded'> },
  given?: unknown,
): Promise<void> {
  await afterWalkthrough(given);
  // The view itself asks about a certificate that is not checked.
  const isReady = async () => ['ready', 'unchecked'].includes((await ports.service.connect()).kind);
  if (!(await isReady())) {
    await setSessionKey(ports);
    if (!(await isReady())) return;
  }
  const focus = () => vscode.commands.executeCommand(`${views.settings}.focus`);
  await focus();
  // An empty view cannot keep the focus.
  await ports.settings.ensureLoaded();
  await focus();
}
