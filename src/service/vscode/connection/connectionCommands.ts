import * as vscode from 'vscode';
import { ExplainedError } from '../../../base/vscode/explanation';
import { explainServiceUrl } from '../errors/explainInput';
import { confirm, notify } from '../../../base/vscode/notify';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { afterWalkthrough } from '../../../base/vscode/afterWalkthrough';
import { askSessionKey } from './askSessionKey';
import { setServiceUrl, type ConnectionPorts } from './setServiceUrl';
import { plainLabel } from '../../../base/text';

/** The command `openService`: opens the service's own pages, where settings are saved. */
export async function openService({ configuration }: Pick<ConnectionPorts, 'configuration'>): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  await openInBrowser(serviceUrl.address.baseUrl);
}

/** The command `setSessionKey`, for the service that the settings name. */
export async function setSessionKey(ports: ConnectionPorts, given?: unknown): Promise<void> {
  await afterWalkthrough(given);
  const { serviceUrl } = ports.configuration;
  const address = serviceUrl.ok ? serviceUrl.address : await setServiceUrl(ports);
  // If there's no service URL yet, setting one asks for its key as well.
  if (!address || !serviceUrl.ok) return;
  if (!(await askSessionKey(address, ports.keys, ports.service))) return;
  await ports.services.remember(address);
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) Session key saved for {0}', plainLabel(address.origin)),
    5000,
  );
}

/** The command `clearSessionKey`, for the service that the settings name. */
export async function clearSessionKey({ configuration, keys }: ConnectionPorts): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  const { origin } = serviceUrl.address;
  if ((await keys.get(origin)) === undefined) {
    void notify(vscode.window.showInformationMessage, vscode.l10n.t('No session key is saved for {0}.', origin));
    return;
  }
  const isRemoved = await confirm(
    vscode.l10n.t('Remove the session key for {0} from this machine?', origin),
    vscode.l10n.t("The service keeps working. VS Code asks for the key when it's needed again."),
    vscode.l10n.t('Remove Key'),
  );
  if (isRemoved) await keys.clear(origin);
}
