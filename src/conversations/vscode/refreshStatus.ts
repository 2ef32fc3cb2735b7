import * as vscode from 'vscode';
import { anyWaiter, type Conversation, isPreparing } from '../conversation';
import { canAskStatus, isOver, isRefreshable } from '../reportedStatus';
import { askState, askStatus, hasSendableId, saveUnanswered } from '../askStatus';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { plainLabel } from '../../base/text';
import type { Report } from '../../base/vscode/explanation';
import { withProgress } from '../../base/vscode/withProgress';
import { sayAndOfferService, sayFormerApi, sayNotProvided, sayUnknown, type StatusPorts } from './statusNotices';
import { conversationState, shortTitle, stageWords } from './conversationLabels';
import { conversationFor } from './pickConversation';
import { markSeen } from '../conversationToShow';
import {
  outcomeClient,
  askPreparation,
  changeFromPreparation,
  PreparationError,
  maxPreparationTime,
} from '../preparation';
import { isNotOffered, ServiceError } from '../../client/serviceError';
import { explainPreparation } from './explainPreparation';
import { parseServiceUrl } from '../../client/serviceUrl';
import { isCurrentService } from '../../service/vscode/configuration';

export async function refreshStatus(ports: StatusPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Refresh Status'), isRefreshable);
  if (!conversation) return;
  if (!isRefreshable(conversation)) {
    // A notification still offers the command for a start that is known to have failed since.
    sayRefreshed(conversation, conversationState(conversation).words);
    return;
  }
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!canAskStatus(conversation)) {
    await refreshStart(conversation, ports);
    return;
  }
  if (!hasSendableId(conversation, connection.api)) {
    sayFormerApi(connection.address.origin, [conversation], ports.report);
    return;
  }
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  try {
    const { status } = connection.client;
    const state = await withProgress(title, (signal) =>
      askState(conversation, (ask) => ask(status), { ...ports, now: Date.now }, signal),
    );
    const { history } = ports;
    await markSeen(history.get(conversation.id), history);
    if (state === null) sayUnknown(conversation);
    else sayRefreshed(conversation, conversationState(history.get(conversation.id) ?? conversation).words);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isNotOffered(error)) throw error;
    const { origin } = connection.address;
    const sentence = vscode.l10n.t(
      "{0} doesn't provide conversation status. Open the conversation in the browser to see it.",
      origin,
    );
    sayNotProvided(sentence, conversation);
  }
}

/**
 * Asks once for the outcome of a start that was accepted, or whose answer was lost.
 * @throws {PreparationError} if it has failed, has taken longer than the maximum time, or the service no longer knows it
 * @throws {ServiceError}
 */
async function refreshStart(conversation: Conversation, { history, log, service, report }: StatusPorts): Promise<void> {
  const { id } = conversation;
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  const answer = await withProgress(title, (signal) =>
    askPreparation(outcomeClient(service, conversation), conversation, signal),
  );
  log.debug('Start asked for.', { answer: answer.kind });
  // The answer to this start was lost before. That the service doesn't know it either changes nothing.
  if (answer.kind === 'lost' && !isPreparing(conversation)) {
    sayNotFound(conversation, report);
    return;
  }
  const now = Date.now();
  const isLate = answer.kind === 'preparing' && now - conversation.sentAt > maxPreparationTime;
  // No window waits for a start whose answer was lost. Now that its task is known, one should.
  const isUnwatched = answer.kind === 'preparing' && conversation.outcome === 'mayHaveStarted' && !isLate;
  const failure =
    answer.kind === 'failed' || answer.kind === 'lost' ? new PreparationError(conversation, answer) : undefined;
  await history.change(id, {
    ...changeFromPreparation(answer, now, conversation.stageAt),
    ...(isUnwatched && { waiter: anyWaiter }),
    ...(failure && { problem: explainPreparation(failure).sentence }),
  });
  if (failure) throw failure;
  if (isLate) throw new PreparationError(conversation, { kind: 'late', unanswered: 0 });
  const saved = history.get(id) ?? conversation;
  const words = [conversationState(saved).words, isPreparing(saved) ? stageWords(saved.stage) : undefined];
  sayRefreshed(saved, words.filter(Boolean).join(' · '));
}

function sayRefreshed(conversation: Conversation, words: string): void {
  const title = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Status of "{0}": {1}', title, plainLabel(words)), 3000);
}

function sayNotFound(conversation: Conversation, report: Report): void {
  const sentence = vscode.l10n.t(
    'Conversation not found on {0}. The service may still be preparing it.',
    new URL(conversation.baseUrl).host,
  );
  sayAndOfferService(vscode.window.showInformationMessage, sentence, conversation, report);
}

/** The number of a service's conversations that are asked for. These are the newest ones. */
const maxAsked = 50;

/**
 * The command `refreshConversations`: asks each service for the status of conversations that may have changed, with as few
 * requests as its API allows. If one can't be asked, that is said, and the others are asked anyway.
 */
export async function refreshConversations(ports: StatusPorts): Promise<void> {
  const { history } = ports;
  const asked = (await history.load()).filter((one) => canAskStatus(one) && !isOver(one));
  const services = [...Map.groupBy(asked, ({ baseUrl }) => baseUrl)];
  if (services.length === 0) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) No conversation has a status that could change'), 3000);
    return;
  }
  for (const [baseUrl, conversations] of services)
    await refreshService(baseUrl, conversations.slice(0, maxAsked), ports).catch(ports.report);
}

async function refreshService(baseUrl: string, wanted: readonly Conversation[], ports: StatusPorts): Promise<void> {
  if (await mustNotAskForKey(baseUrl, ports)) {
    await saveUnanswered(wanted, { ...ports, now: Date.now });
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(info) Not refreshed: no session key is saved for {0}', plainLabel(new URL(baseUrl).host)),
      5000,
    );
    return;
  }
  const connection = await connectTo(ports, baseUrl);
  if (!connection) return;
  const { api, client, address } = connection;
  const { origin } = address;
  const asked = wanted.filter((one) => hasSendableId(one, api));
  const ofFormerApi = wanted.filter((one) => !asked.includes(one));
  sayFormerApi(origin, ofFormerApi, ports.report);
  if (asked.length === 0) return;
  const { host } = new URL(origin);
  const isOne = asked.length === 1;
  const title = isOne
    ? vscode.l10n.t('Refreshing 1 conversation on {0}...', host)
    : vscode.l10n.t('Refreshing {0} conversations on {1}...', asked.length, host);
  try {
    await withProgress(title, async (signal) => {
      for (const group of inGroups(asked, api.status.maxPerRequest))
        await askStatus(group, (ask) => ask(client.status), { ...ports, now: Date.now }, signal);
    });
    vscode.window.setStatusBarMessage(
      isOne
        ? vscode.l10n.t('$(check) Refreshed 1 conversation on {0}', plainLabel(host))
        : vscode.l10n.t('$(check) Refreshed {0} conversations on {1}', asked.length, plainLabel(host)),
      3000,
    );
  } catch (error) {
    if (!(error instanceof ServiceError) || !isNotOffered(error)) throw error;
    const [first] = asked;
    if (first) sayNotProvided(vscode.l10n.t("{0} doesn't provide conversation status.", origin), first);
  }
}

/** True if a service has no key, and the user has forgotten it, or uses another one now. */
async function mustNotAskForKey(baseUrl: string, { service, keys }: StatusPorts): Promise<boolean> {
  const parsed = parseServiceUrl(baseUrl);
  if (!parsed.ok || (isCurrentService(baseUrl) && !service.isForgotten(parsed.address))) return false;
  return (await keys.get(parsed.address.origin)) === undefined;
}

/** Groups with as many conversations as one request can ask for. */
function inGroups(asked: readonly Conversation[], most: number): readonly (readonly Conversation[])[] {
  return Array.from({ length: Math.ceil(asked.length / most) }, (_, at) => asked.slice(at * most, (at + 1) * most));
}
