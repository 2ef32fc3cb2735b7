import * as vscode from 'vscode';
import type { ServiceAccess } from '../../serviceConnection';
import type { SessionKeys } from '../sessionKeys';
import type { ServiceAddress } from '../../../client/serviceUrl';
import { parseSessionKey } from '../../sessionKey';
import type { GlobalState } from '../../../base/globalState';
import { completeStep } from '../../../base/vscode/walkthroughSteps';
import { keyPlaces } from '../apiWords';
import { isCurrentService } from '../configuration';
import { explainService } from '../errors/explainService';
import { explainSessionKey } from '../errors/explainInput';
import { notify } from '../../../base/vscode/notify';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { askAndTry, type QuestionButton } from './askAndTry';
import { confirmUnverified, confirmUnencrypted } from './confirmUnsafe';

export interface ConnectingPorts {
  readonly service: ServiceAccess;
  readonly keys: SessionKeys;
  readonly state: GlobalState;
}

/**
 * Asks for the session key of a service, tries it by reading the settings, and saves it if the service accepts it. A button
 * opens the service, which may show the key. For the service in the settings, another one leads to its URL, which may be
 * wrong. Returns whether a key was saved.
 */
export async function askSessionKey(
  address: ServiceAddress,
  { service, keys, state }: ConnectingPorts,
): Promise<boolean> {
  if (!(await confirmUnencrypted(address))) return false;
  if ((await service.isUnverified(address)) && !(await confirmUnverified(address, service))) return false;
  let settingUrl: Thenable<unknown> | undefined;
  const setUrl = () => {
    settingUrl = vscode.commands.executeCommand('agentConversations.setServiceUrl');
  };
  const key = await askKey(address, service, setUrl);
  // Setting the service URL asks for its key as well.
  await settingUrl;
  if (key === undefined) return false;
  await keys.set(address.origin, key);
  await service.remember(address);
  await completeStep('keySaved', state);
  return true;
}

function askKey(address: ServiceAddress, service: ServiceAccess, setUrl: () => void): Promise<string | undefined> {
  const { origin } = address;
  const places = vscode.l10n.t('{0}; OpenHands Cloud or Enterprise: an API key from its settings page.', keyPlaces());
  return askAndTry({
    title: vscode.l10n.t('Session Key for {0}', origin),
    prompt: `${places} ${vscode.l10n.t("Saved in VS Code's secret storage, and sent only to {0}.", origin)}`,
    advice: places,
    placeholder: vscode.l10n.t('Session key'),
    password: true,
    buttons: [openServiceButton(address), ...(isCurrentService(address.baseUrl) ? [setUrlButton(setUrl)] : [])],
    parse: (text) => {
      const parsed = parseSessionKey(text);
      return parsed.ok ? { ok: true, value: parsed.key } : { ok: false, message: explainSessionKey(parsed.reason) };
    },
    try: (candidate, signal) => service.tryKey(address, candidate, signal),
    // A service without settings for the user has accepted the key.
    failuresIfRight: ['noSettings'],
    failuresIfWrong: ['keyRefused'],
    untried: (sentence) => vscode.l10n.t('{0} Press Enter again to save the key without checking it.', sentence),
  });
}

/** If there are keys to copy, the service shows them. */
function openServiceButton({ baseUrl }: ServiceAddress): QuestionButton {
  return {
    icon: 'link-external',
    tooltip: vscode.l10n.t('Open Service in Browser'),
    closes: false,
    run: () => void openInBrowser(baseUrl).catch(showError),
  };
}

function setUrlButton(run: () => void): QuestionButton {
  return { icon: 'globe', tooltip: vscode.l10n.t('Set Service URL...'), closes: true, run };
}

async function showError(error: unknown): Promise<void> {
  await notify(vscode.window.showErrorMessage, explainService(error).sentence);
}
