import * as vscode from 'vscode';
import type { ServiceAccess } from '../../common/serviceAccess';
import { serviceOfPage } from '../../common/knownServices';
import { parsePageUrl, parseServiceUrl, type ServiceAddress } from '../../../client/common/serviceUrl';
import { settingsFailureOf } from '../../common/settingsFailure';
import { explainService } from '../errors/explainService';
import { explainServiceUrl } from '../errors/explainInput';
import { plainNotification } from '../../../base/common/text';
import { askAndTry, type TriedQuestion, type Verdict } from './askAndTry';

/**
 * Asks for the service URL and checks that the service is there.
 * @param text initial text of the box
 * @param question whether Enter was already pressed on that text, and buttons beside the title
 */
export async function askServiceUrl(
  text: string,
  service: ServiceAccess,
  { accepted = false, buttons = [] }: Partial<Pick<TriedQuestion<unknown>, 'accepted' | 'buttons'>> = {},
): Promise<ServiceAddress | undefined> {
  const corrected = new Set<string>();
  const asked = await askAndTry({
    title: vscode.l10n.t('Service URL'),
    prompt: vscode.l10n.t('Scheme, host, port, and a path if the service needs one.'),
    placeholder: 'http://localhost:3000',
    value: text,
    checkWhileTyping: true,
    accepted,
    buttons,
    parse: (typed) => {
      const result = parsePageUrl(typed);
      return result.ok
        ? { ok: true, value: { address: result.address, isPage: !parseServiceUrl(typed).ok } }
        : { ok: false, message: explainServiceUrl(result.reason) };
    },
    try: async ({ address, isPage }, signal) => {
      const text = serviceOfPage(address) ?? (isPage ? address.baseUrl : undefined);
      if (text === undefined || (!isPage && corrected.has(address.baseUrl)))
        return judge(() => service.tryAddress(address, signal));
      // Typing it again confirms it.
      corrected.add(address.baseUrl);
      const message = vscode.l10n.t('Shortened to the service URL. Press Enter again to use it.');
      return { kind: 'corrected', text, message };
    },
  });
  return asked?.address;
}

/** A service that rejects its key or has no settings yet is a service anyway. */
async function judge(tryAddress: () => Promise<void>): Promise<Verdict> {
  try {
    await tryAddress();
    return 'accepted';
  } catch (error) {
    const failure = settingsFailureOf(error);
    if (failure === 'noSettings' || failure === 'keyRefused') return 'accepted';
    const sentence = plainNotification(explainService(error).sentence);
    return { kind: 'untried', message: vscode.l10n.t('{0} Press Enter again to use it anyway.', sentence) };
  }
}
