import * as vscode from 'vscode';
import { afterWalkthrough } from '../../../base/vscode/afterWalkthrough';
import { askSessionKey } from './askSessionKey';
import type { ConnectionPorts } from './connectionPorts';
import { setServiceUrl } from './setServiceUrl';
import { plainLabel } from '../../../base/common/text';

/** The command `setSessionKey`, for the service that the settings name. */
export async function setSessionKey(ports: ConnectionPorts, given?: unknown): Promise<void> {
  await afterWalkthrough(given);
  const { serviceUrl } = ports.configuration;
  const address = serviceUrl.ok ? serviceUrl.address : await setServiceUrl(ports);
  // Without an address yet, setting one asks for its key as well.
  if (!address || !serviceUrl.ok) return;
  if (!(await askSessionKey(address, ports.keys, ports.service))) return;
  await (await ports.services()).used(address);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) Session key kept for {0}', plainLabel(address.origin)),
    5000,
  );
}
