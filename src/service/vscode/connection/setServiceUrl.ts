import * as vscode from 'vscode';
import { interfaceApi } from '../../../client/common/dialect';
import { knownServices } from '../../common/knownServices';
import { MachineUnknownError } from '../../common/storageErrors';
import type { KeyStore } from '../../common/serviceAccess';
import { shownServiceUrl, type ServiceAddress } from '../../../client/common/serviceUrl';
import { commands } from '../../../names';
import { afterWalkthrough } from '../../../base/vscode/afterWalkthrough';
import { chooseApi } from './chooseApi';
import { askServiceUrl } from './askServiceUrl';
import { chooseService, type KnownService } from './chooseService';
import type { ConnectionPorts } from './connectionCommands';
import { forgetService } from './forgetService';

/**
 * The command `setServiceUrl`: switches to a service that was used before, or to a typed one, which is tried first.
 * Asks for its key if there is none.
 */
export async function setServiceUrl(ports: ConnectionPorts, given?: unknown): Promise<ServiceAddress | undefined> {
  await afterWalkthrough(given);
  const address = await askForAddress(ports);
  if (!address) return undefined;
  const { configuration, keys } = ports;
  const services = await ports.services();
  const { serviceUrl: before } = configuration;
  // The previous service is remembered, to return to, if it was ever used.
  if (before.ok && (await hasKey(before.address, keys))) await services.used(before.address);
  await configuration.setServiceUrl(address);
  await services.used(address);
  if (!(await hasKey(address, keys))) await vscode.commands.executeCommand(commands.setSessionKey);
  return address;
}

async function askForAddress(ports: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const { service } = ports;
  for (;;) {
    const known = await servicesToChoose(ports);
    // The list shows an API that isn't the interface's, and changes it.
    if (known.every(({ isCurrent, api }) => isCurrent && api === interfaceApi)) return askForAnother(ports);
    const choice = await chooseService(known);
    if (choice?.kind === 'typed') return askServiceUrl(choice.text, service, { accepted: true });
    if (choice?.kind === 'forget') await forgetService(choice.address, ports);
    else if (choice?.kind === 'api') await chooseApi(choice.address, ports.apis);
    else return choice?.address;
  }
}

/** There is none to choose from: the box has the current one, if there is one. */
async function askForAnother({ apis, configuration, service }: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const { serviceUrl: current, serviceUrlText } = configuration;
  let choosing: Promise<void> | undefined;
  const change = (address: ServiceAddress) => ({
    ...{ icon: 'versions', tooltip: vscode.l10n.t('Change API...'), closes: true },
    run: () => {
      choosing = chooseApi(address, apis);
    },
  });
  const address = await askServiceUrl(shownServiceUrl(serviceUrlText), service, {
    buttons: current.ok ? [change(current.address)] : [],
  });
  await choosing;
  return address;
}

async function servicesToChoose(ports: ConnectionPorts): Promise<readonly KnownService[]> {
  const { apis, configuration, history, keys } = ports;
  const { services } = await ports.services();
  // An unreadable history is reported elsewhere.
  const conversations = await history.load().catch(() => []);
  const { serviceUrl: current } = configuration;
  return Promise.all(
    knownServices(services, conversations).map(async (address) => ({
      address,
      hasKey: await hasKey(address, keys),
      isCurrent: current.ok && current.address.baseUrl === address.baseUrl,
      api: await apis.get(address),
    })),
  );
}

/**
 * Another service can be chosen even if the keys of this machine's own are unavailable; an operation that needs one
 * says why.
 */
async function hasKey({ origin }: ServiceAddress, keys: KeyStore): Promise<boolean> {
  try {
    return (await keys.get(origin)) !== undefined;
  } catch (error) {
    if (error instanceof MachineUnknownError) return false;
    throw error;
  }
}
