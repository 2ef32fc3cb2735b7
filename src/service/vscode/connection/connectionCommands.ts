import * as vscode from 'vscode';
import { forgetPageAnswers, knownServices, type PastStart, type ServiceMemory } from '../../serviceMemory';
import type { Configuration } from '../configuration';
import type { SessionKeys } from '../sessionKeys';
import {
  parsePageUrl,
  parseServiceUrl,
  shownServiceUrl,
  type ServiceAddress,
  type ServiceUrlResult,
} from '../../../client/serviceUrl';
import { usualUrls } from '../../../client/apis/registry';
import { plainLabel } from '../../../base/text';
import { confirm, inform } from '../../../base/vscode/notify';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { errorWith } from '../../../base/vscode/explanation';
import { chooseApi, chooseService, type KnownService } from './chooseService';
import type { ServiceAccess } from '../../serviceConnection';
import { apiWords, usualPlaces } from '../apiWords';
import { withProgress } from '../../../base/vscode/withProgress';
import { connectTo } from './connectTo';
import { explainServiceUrl } from '../errors/explainInput';
import { suggestServiceUrl } from '../errors/remedies';
import { askAndTry } from './askAndTry';
import { askSessionKey, type ConnectingPorts } from './askSessionKey';

export interface ConnectionPorts extends ConnectingPorts {
  readonly services: ServiceMemory;
  /** Origins of the services that the user agreed to ask for the status of conversations. */
  readonly followed: { remove(origin: string): Promise<void> };
  readonly history: { load(): Promise<readonly PastStart[]> };
  readonly configuration: Pick<Configuration, 'serviceUrl' | 'serviceUrlText' | 'setServiceUrl' | 'isServiceUrlChosen'>;
}

export async function setServiceUrl(ports: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const address = await changeService(ports);
  if (address && (await isKeyStored(address, ports.keys)) === false)
    await vscode.commands.executeCommand('agentConversations.setSessionKey');
  return address;
}

async function changeService(ports: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const address = await askForAddress(ports);
  if (!address) return undefined;
  const { configuration, keys, services } = ports;
  const { serviceUrl: before } = configuration;
  // The previous service is remembered if it has a key, so that the user can return to it. One that was just forgotten isn't:
  // the key found for it may be that of another service on the same origin.
  if (before.ok && !services.isForgotten(before.address) && (await hasKey(before.address, keys)))
    await services.remember(before.address);
  await configuration.setServiceUrl(address);
  await services.remember(address);
  return address;
}

async function askForAddress(ports: ConnectionPorts): Promise<ServiceAddress | undefined> {
  const { configuration, service } = ports;
  for (;;) {
    const known = await servicesToChoose(ports);
    if (known.length === 0) return askServiceUrl(shownServiceUrl(configuration.serviceUrlText), service);
    const choice = await chooseService(known, usualUrls);
    if (choice?.kind === 'typed') return askServiceUrl(choice.text, service, true);
    if (choice?.kind === 'forget') await forgetService(choice.address, known, ports);
    else if (choice?.kind === 'api') await chooseApi(choice.address, ports.services);
    else return choice?.address;
  }
}

/** The known services and, if there are any, the one in the settings, which may have been written there by hand. */
async function servicesToChoose(ports: ConnectionPorts): Promise<readonly KnownService[]> {
  const { configuration, history, keys, services } = ports;
  // An unreadable history is reported elsewhere.
  const conversations = await history.load().catch(() => []);
  const { serviceUrl: current } = configuration;
  const isCurrent = ({ baseUrl }: ServiceAddress) => current.ok && current.address.baseUrl === baseUrl;
  const known = knownServices(services.services, conversations);
  const lacksCurrent = known.length > 0 && !known.some(isCurrent);
  const added = lacksCurrent && current.ok && !services.isForgotten(current.address) ? [current.address] : [];
  return Promise.all(
    [...added, ...known].map(async (address) => ({
      address,
      hasKey: await isKeyStored(address, keys),
      isCurrent: isCurrent(address),
      api: await services.apiOf(address),
    })),
  );
}

/** True if a key is known to be stored. Operations that need a key report that it can't be read. */
async function hasKey(address: ServiceAddress, keys: SessionKeys): Promise<boolean> {
  return (await isKeyStored(address, keys)) === true;
}

/** @returns `undefined` if the secret storage can't be read */
function isKeyStored({ origin }: ServiceAddress, keys: SessionKeys): Promise<boolean | undefined> {
  return keys.get(origin).then(
    (key) => key !== undefined,
    () => undefined,
  );
}

type ForgettingPorts = Pick<ConnectionPorts, 'keys' | 'services' | 'followed' | 'state'>;

/**
 * Asks for confirmation and then removes a service from the list, with its session key on this machine, and what the user
 * agreed to. These belong to its origin: they stay if another service in the list has the same.
 */
export async function forgetService(
  address: ServiceAddress,
  listed: readonly Pick<KnownService, 'address'>[],
  ports: ForgettingPorts,
): Promise<void> {
  const { baseUrl, origin } = address;
  const sharing = listed.find(({ address: one }) => one.origin === origin && one.baseUrl !== baseUrl);
  const isForgotten = await confirm(
    vscode.l10n.t('Forget {0}?', baseUrl),
    sharing
      ? vscode.l10n.t(
          'Its session key and what you agreed to stay, because {0} uses them, too. The conversations stay in the list.',
          sharing.address.baseUrl,
        )
      : vscode.l10n.t(
          'This removes its session key from this machine, stops following its conversations, and forgets what you agreed to. The conversations stay in the list.',
        ),
    { no: vscode.l10n.t('Keep Service'), yes: vscode.l10n.t('Forget') },
  );
  if (!isForgotten) return;
  if (!sharing) await forgetOrigin(origin, ports);
  await ports.services.forgetApi(address);
  await ports.services.forget(address);
}

async function forgetOrigin(origin: string, { keys, services, followed, state }: ForgettingPorts): Promise<void> {
  // Before the key: without it, a followed service counts as one that doesn't answer.
  await followed.remove(origin);
  await keys.clear(origin);
  await forgetPageAnswers(state, origin);
  await services.forgetAgreement(origin);
}

/**
 * Asks for the service URL and checks that there is a service. The URL of one of its pages is accepted, too.
 * @param value initial text
 * @param isEntered true if the user has already pressed Enter on that text
 */
function askServiceUrl(value: string, service: ServiceAccess, isEntered = false): Promise<ServiceAddress | undefined> {
  return askAndTry({
    title: vscode.l10n.t('Service URL'),
    prompt: vscode.l10n.t('Usually {0}. A path only if the service needs one.', usualPlaces()),
    placeholder: usualUrls[0] ?? '',
    value,
    isEntered,
    parse: (typed) => {
      const result = parsePageUrl(typed);
      return result.ok ? { ok: true, value: result.address } : { ok: false, message: explainServiceUrl(result.reason) };
    },
    try: (address, signal) => service.tryAddress(address, signal),
    // Even these answers come from a service.
    failuresIfRight: ['noSettings', 'keyRefused'],
    failuresIfWrong: [],
    untried: (sentence) => vscode.l10n.t('{0} Press Enter again to use it anyway.', sentence),
  });
}

/**
 * The command `openService`: opens the service's own pages, where settings are saved. It may be the first step of all, so
 * it asks for the service URL if the user has never chosen one, or has written an invalid one into settings.json.
 */
export async function openService(ports: ConnectionPorts): Promise<void> {
  const { serviceUrl, isServiceUrlChosen } = ports.configuration;
  const isChosen = serviceUrl.ok && (isServiceUrlChosen || (await hasKey(serviceUrl.address, ports.keys)));
  const address = isChosen ? serviceUrl.address : await changeService(ports);
  if (address) await openInBrowser(address.baseUrl);
}

/** @param given URL of a known service; without it, the key is that of the service in the settings */
export async function setSessionKey(ports: ConnectionPorts, given?: unknown): Promise<void> {
  const { configuration } = ports;
  const serviceUrl = (await knownService(given, ports)) ?? configuration.serviceUrl;
  const address = serviceUrl.ok ? serviceUrl.address : await setServiceUrl(ports);
  // If there's no service URL yet, setting one asks for its key as well.
  if (!address || !serviceUrl.ok) return;
  if (!(await askSessionKey(address, ports))) return;
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) Session key saved for {0}', plainLabel(address.origin)),
    5000,
  );
}

/**
 * The service with this URL if the user has chosen it or started a conversation on it. A task of the workspace may name any
 * other.
 */
async function knownService(
  given: unknown,
  { services, history }: Pick<ConnectionPorts, 'services' | 'history'>,
): Promise<ServiceUrlResult | undefined> {
  if (typeof given !== 'string') return undefined;
  const conversations = await history.load().catch(() => []);
  const known = [...services.services, ...conversations].find(({ baseUrl }) => baseUrl === given);
  return known && parseServiceUrl(known.baseUrl);
}

/**
 * Finds out the API of a known service that isn't the one in the settings.
 * @param given its URL
 * @returns false if it isn't such a service
 */
export async function findApiOfOther(
  ports: Pick<ConnectionPorts, keyof ConnectingPorts | 'configuration' | 'services' | 'history'>,
  given: unknown,
): Promise<boolean> {
  const known = await knownService(given, ports);
  if (!known?.ok) return false;
  const { configuration, keys, service, services } = ports;
  const { serviceUrl } = configuration;
  const { address } = known;
  if (serviceUrl.ok && serviceUrl.address.baseUrl === address.baseUrl) return false;
  const connection = await connectTo(ports, address.baseUrl);
  const key = connection && (await keys.get(address.origin));
  if (key === undefined) return true;
  const title = vscode.l10n.t('Detecting the API of {0}...', address.origin);
  await withProgress(title, (signal) => service.tryKey(address, key, signal));
  const api = apiWords[await services.apiOf(address)].name();
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(check) Detected on {0}: {1}', plainLabel(address.origin), plainLabel(api)),
    5000,
  );
  return true;
}

export async function clearSessionKey({ configuration, keys }: ConnectionPorts): Promise<void> {
  const { serviceUrl } = configuration;
  if (!serviceUrl.ok) throw errorWith(suggestServiceUrl(explainServiceUrl(serviceUrl.reason), { isCurrent: true }));
  const { origin } = serviceUrl.address;
  if ((await keys.get(origin)) === undefined) {
    inform(vscode.window.showInformationMessage, vscode.l10n.t('No session key is saved for {0}.', origin));
    return;
  }
  const isRemoved = await confirm(
    vscode.l10n.t('Remove the session key for {0} from this machine?', origin),
    vscode.l10n.t("The service keeps working. VS Code asks for the key when it's needed again."),
    { no: vscode.l10n.t('Keep Key'), yes: vscode.l10n.t('Remove Key') },
  );
  if (isRemoved) await keys.clear(origin);
}
