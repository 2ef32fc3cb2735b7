import * as vscode from 'vscode';
import type { KeyStore, ServiceAccess } from '../domain/ports';
import { parseServiceUrl, shownServiceUrl, type ServiceAddress, type ServiceUrlResult } from '../domain/serviceUrl';
import { commands } from '../names';
import { askSessionKey } from './askSessionKey';
import { ExplainedError } from './explanation';
import { explainServiceUrl } from './explainInput';

export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: KeyStore;
  readonly configuration: {
    /** The setting as it stands. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
    setServiceUrl(address: ServiceAddress): Promise<void>;
  };
}

/** Asks for the address. Returns it when it was set. */
export async function setServiceUrl({ configuration, keys }: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address of the Service'),
    value: shownServiceUrl(configuration.serviceUrlText),
    placeHolder: 'http://localhost:3000',
    prompt: vscode.l10n.t('Where the service is: scheme, host, port, and a path where it needs one.'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      const result = parseServiceUrl(text);
      return result.ok ? undefined : explainServiceUrl(result.reason);
    },
  });
  const result = parseServiceUrl(typed ?? '');
  if (!result.ok) return undefined;
  await configuration.setServiceUrl(result.address);
  if ((await keys.get(result.address.origin)) === undefined) {
    await vscode.commands.executeCommand(commands.setSessionKey);
  }
  return result.address;
}

export async function setSessionKey(ports: ConnectionPorts): Promise<void> {
  const { serviceUrl } = ports.configuration;
  const address = serviceUrl.ok ? serviceUrl.address : await setServiceUrl(ports);
  // Without an address yet, setting one asks for its key as well.
  if (!address || !serviceUrl.ok) return;
  if (!(await askSessionKey(address, ports.keys, ports.service))) return;
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Session key kept for {0}', address.origin), 5000);
}

export async function clearSessionKey({ configuration, keys }: ConnectionPorts): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw new ExplainedError(explainServiceUrl(serviceUrl.reason));
  const { origin } = serviceUrl.address;
  if ((await keys.get(origin)) === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No session key is kept for {0}.', origin));
    return;
  }
  const remove = vscode.l10n.t('Remove Key');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the session key for {0} from this machine?', origin),
    {
      modal: true,
      detail: vscode.l10n.t('The service keeps working; VS Code asks for the key when it needs it again.'),
    },
    remove,
  );
  if (answer === remove) await keys.clear(origin);
}
