import * as vscode from 'vscode';
import { onAccept, showQuickPick, untilClosed } from '../../../base/vscode/quickInputs';
import { parsePageUrl, type ServiceAddress } from '../../../client/serviceUrl';
import { apiNames, interfaceApi, type ApiName } from '../../../client/apis/registry';
import type { ServiceMemory } from '../../serviceMemory';
import { apiWords } from '../apiWords';
import { explainServiceUrl } from '../errors/explainInput';
import { rowsContaining, typedFirst } from '../../../base/vscode/questions';
import { plainLabel, plainNotification } from '../../../base/text';

export interface KnownService {
  readonly address: ServiceAddress;
  /** `undefined` if the secret storage can't be read. */
  readonly hasKey: boolean | undefined;
  readonly isCurrent: boolean;
  readonly api: ApiName;
}

type ServiceChoice =
  | { readonly kind: 'switch' | 'forget' | 'api'; readonly address: ServiceAddress }
  | { readonly kind: 'typed'; readonly text: string };

interface ServiceItem extends vscode.QuickPickItem {
  readonly choice: ServiceChoice;
}

/** Asks for a service: one that was used before, one at a usual URL, or the URL of another one. */
export async function chooseService(
  services: readonly KnownService[],
  usualUrls: readonly string[],
): Promise<ServiceChoice | undefined> {
  const apiButton = { iconPath: new vscode.ThemeIcon('versions'), tooltip: vscode.l10n.t('Change API...') };
  const pick = vscode.window.createQuickPick<ServiceItem>();
  pick.title = vscode.l10n.t('Service URL');
  pick.placeholder = vscode.l10n.t('Select a service, or enter the URL of another one');
  pick.ignoreFocusOut = true;
  const others = usualUrls.filter((url) => !services.some(({ address }) => address.baseUrl === url));
  const known = [...services.map((service) => knownItem(service, apiButton)), ...others.map(usualItem)];
  const chosen = typedFirst(pick, (typed) => rowsFor(known, typed));
  // The current service is active at first, so that pressing Enter changes nothing.
  pick.activeItems = pick.items.filter((_, index) => services[index]?.isCurrent);
  return untilClosed(pick, (settle, guard) => {
    onAccept(pick, guard, () => settle(chosen()?.choice));
    pick.onDidTriggerItemButton(({ button, item: { choice } }) => {
      if (choice.kind === 'switch') settle({ ...choice, kind: button === apiButton ? 'api' : 'forget' });
    });
  });
}

function rowsFor(known: readonly ServiceItem[], typed: string): readonly ServiceItem[] {
  if (typed === '') return known;
  const others = rowsContaining(known, typed);
  const parsed = parsePageUrl(typed);
  const isKnown = ({ choice }: ServiceItem) =>
    parsed.ok && choice.kind === 'switch' && choice.address.baseUrl === parsed.address.baseUrl;
  const same = known.filter(isKnown);
  if (same.length > 0) return [...same, ...others.filter((item) => !isKnown(item))];
  const detail = parsed.ok ? undefined : explainServiceUrl(parsed.reason);
  const another: ServiceItem = {
    iconPath: new vscode.ThemeIcon('arrow-right'),
    label: plainLabel(vscode.l10n.t('Use {0}', typed)),
    ...(detail !== undefined && { detail: plainLabel(detail) }),
    choice: { kind: 'typed', text: typed },
  };
  // A text that isn't a URL may be a search for a known service, so these come first.
  return parsed.ok ? [another, ...others] : [...others, another];
}

function usualItem(text: string): ServiceItem {
  return {
    iconPath: new vscode.ThemeIcon('globe'),
    label: plainLabel(text),
    description: vscode.l10n.t('usual URL'),
    choice: { kind: 'typed', text },
  };
}

function knownItem({ address, hasKey, isCurrent, api }: KnownService, apiButton: vscode.QuickInputButton): ServiceItem {
  // Every service counts as one with the interface's API until a key is tried, which may find another.
  const isDetected = hasKey || api !== interfaceApi;
  const words = [
    ...(hasKey === undefined ? [] : [hasKey ? vscode.l10n.t('key set') : vscode.l10n.t('no key')]),
    ...(isCurrent ? [vscode.l10n.t('current')] : []),
    ...(isDetected ? [apiWords[api].name()] : []),
  ];
  return {
    iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'globe'),
    label: plainLabel(address.baseUrl),
    description: words.join(' · '),
    buttons: [apiButton, { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget Service') }],
    choice: { kind: 'switch', address },
  };
}

/** Asks which API a service has, in case that it can't be detected, or was detected wrongly. */
export async function chooseApi(address: ServiceAddress, services: ServiceMemory): Promise<void> {
  const current = await services.apiOf(address);
  const items = apiNames.map((api) => ({
    api,
    label: apiWords[api].name(),
    detail: apiWords[api].services(),
    description: api === current ? vscode.l10n.t('current') : '',
  }));
  const options = {
    title: plainNotification(vscode.l10n.t('API of {0}', address.baseUrl)),
    placeHolder: vscode.l10n.t('Detected when you enter the service URL or the session key'),
    ignoreFocusOut: true,
  };
  const active = items.find(({ api }) => api === current);
  const picked = await showQuickPick(items, options, undefined, active);
  if (picked) await services.setApi(address, picked.api);
}
