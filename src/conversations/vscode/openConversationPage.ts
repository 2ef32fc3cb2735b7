import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import { conversationPage, namedPage, type NamedPage } from '../conversationPage';
import { ellipsize, plainNotification } from '../../base/text';
import { suggestSetting, type Explanation } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import type { GlobalState } from '../../base/globalState';
import { completeStep } from '../../base/vscode/walkthroughSteps';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { pageAnswer, savePageAnswer } from '../../service/serviceMemory';

/** Characters of an id that are shown. A service may send a very long one. */
const maxShown = 100;

export interface PagePorts {
  readonly configuration: { readonly conversationUrlTemplate: string };
  readonly state: GlobalState;
}

type Paged = Pick<Conversation, 'baseUrl' | 'conversationId' | 'pageUrl'>;

/** Opens the page of a conversation, unless there is none, or the user closes the question about it. */
export async function openConversationPage(conversation: Paged, ports: PagePorts): Promise<void> {
  const url = await conversationPageUrl(conversation, ports);
  if (url !== undefined) await openPage(url, ports);
}

/** @param url as {@link conversationPageUrl} returns it */
export async function openPage(url: string, { state }: Pick<PagePorts, 'state'>): Promise<void> {
  await openInBrowser(url);
  await completeStep('pageOpened', state);
}

/**
 * The URL of a conversation's page. Asks the user the first time that a service reports a page on another origin.
 * @returns `undefined` if the question was closed, or if there is no page, which is shown as an error
 */
export async function conversationPageUrl(
  { baseUrl, conversationId = '', pageUrl = '' }: Paged,
  { configuration: { conversationUrlTemplate: template }, state }: PagePorts,
): Promise<string | undefined> {
  const named = namedPage(pageUrl, baseUrl);
  const isTrusted = named && (named.isOnServiceOrigin || (await isAgreed(named, baseUrl, state)));
  if (named && isTrusted === undefined) return undefined;
  if (named && isTrusted) return named.url;
  const page = conversationPage(template, baseUrl, conversationId);
  if (page.ok) return page.url;
  const { sentence, remedy } = page.reason === 'template' ? templateProblem(page.text) : idProblem(conversationId);
  inform(vscode.window.showErrorMessage, sentence, ...(remedy ? [remedy] : []));
  return undefined;
}

function templateProblem(text: string): Explanation {
  const sentence = vscode.l10n.t(
    'The conversation page isn\'t a valid URL: the setting agentConversations.conversationUrlTemplate produces "{0}".',
    text,
  );
  return suggestSetting(sentence, 'agentConversations.conversationUrlTemplate');
}

function idProblem(conversationId: string): Explanation {
  const sentence = vscode.l10n.t(
    'The conversation page can\'t be opened: with the ID "{0}", the URL would be that of a different page.',
    ellipsize(conversationId, maxShown),
  );
  return { sentence };
}

/**
 * Asks once whether pages may be opened on another origin, which the service has reported.
 * @returns `undefined` if the question was closed
 */
async function isAgreed(
  { origin: page }: NamedPage,
  baseUrl: string,
  state: PagePorts['state'],
): Promise<boolean | undefined> {
  const { origin: service } = new URL(baseUrl);
  const known = pageAnswer(state, service, page);
  if (known !== undefined) return known;
  const there = vscode.l10n.t('Open on {0}', page);
  const here = vscode.l10n.t('Open on {0}', service);
  const question = vscode.l10n.t('{0} says that the pages of its conversations are on {1}.', service, page);
  const detail = vscode.l10n.t(
    'Open them there only if you trust {0}. Your answer is remembered until you forget the service.',
    page,
  );
  const options = { modal: true, detail: plainNotification(detail) };
  const answer = await vscode.window.showWarningMessage(plainNotification(question), options, here, there);
  if (answer === undefined) return undefined;
  await savePageAnswer(state, service, page, answer === there);
  return answer === there;
}
