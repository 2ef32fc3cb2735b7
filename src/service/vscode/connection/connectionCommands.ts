import * as vscode from 'vscode';
import type { PastStart } from '../../common/knownServices';
import type { ApiMemory, KeyStore, ServiceAccess, ServiceMemory } from '../../common/serviceAccess';
import type { ServiceAddress, ServiceUrlResult } from '../../../client/common/serviceUrl';
import { ExplainedError } from '../../../base/vscode/explanation';
import { explainServiceUrl } from '../errors/explainInput';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { afterWalkthrough } from '../../../base/vscode/afterWalkthrough';
import { askSessionKey } from './askSessionKey';
import { setServiceUrl } from './setServiceUrl';
import { plainLabel, plainNotification } from '../../../base/common/text';

/** Dependencies of the commands for service URL and key. */
export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: KeyStore;
  readonly apis: ApiMemory;
  /** Read when the user chooses a service. */
  readonly services: () => Promise<ServiceMemory>;
  /** What the user agreed to ask services for beside the interface, by origin. */
  readonly followed: { remove(origin: string): Promise<void> };
  readonly history: { load(): Promise<readonly PastStart[]> };
  readonly configuration: {
    /** The setting's current value. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
    setServiceUrl(address: ServiceAddress): Promise<void>;
  };
}

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
  await (await ports.services()).used(address);
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
    // A key that was stored before keys said which machine they're for is no longer used.
    await keys.clear(origin);
    void vscode.window.showInformationMessage(
      plainNotification(vscode.l10n.t('No session key is saved for {0}.', origin)),
    );
    return;
  }
  const remove = vscode.l10n.t('Remove Key');
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Remove the session key for {0} from this machine?', origin)),
    {
      modal: true,
      detail: vscode.l10n.t("The service keeps working. VS Code asks for the key when it's needed again."),
    },
    remove,
  );
  if (answer === remove) await keys.clear(origin);
}
