import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { truncate } from '../../base/text';
import type { ReadOnlyTexts } from '../../base/vscode/readOnlyTexts';
import { withProgress } from '../../base/vscode/withProgress';
import type { Conversation } from '../../conversations/conversation';
import { hasAnswers, canAskStatus } from '../../conversations/reportedStatus';
import { wayToDecide } from '../../conversations/vscode/agentCommands';
import { askState } from '../../conversations/askStatus';
import { sayAndOfferPage, sayUnknown, type StatusPorts } from '../../conversations/vscode/statusNotices';
import { withClient } from '../../service/serviceConnection';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { conversationTitle, shortTitle } from '../../conversations/vscode/conversationLabels';
import { conversationFor } from '../../conversations/vscode/pickConversation';
import { answerFolder, textSchemes } from '../../names';
import { commandRemedy } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import type { ServiceAddress } from '../../client/serviceUrl';
import { unwrapped } from '../../base/readableText';
import { answerSource, lastAnswer } from '../lastAnswer';
import { inertMarkdown } from '../inertMarkdown';
import { answerDocument } from './answerDocument';
import { markSeen } from '../../conversations/conversationToShow';

export interface AnswerPorts extends StatusPorts {
  readonly clock: Clock;
  /** Created when the first one is shown. */
  readonly answers: () => Promise<Pick<ReadOnlyTexts, 'show' | 'showRendered'>>;
}

/** The command `showLastAnswer`: what the agent said last, asked for once the user wants to see it. */
export async function showLastAnswer(ports: AnswerPorts, given?: unknown): Promise<void> {
  const { history, clock } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Show Last Answer'), canAskStatus);
  const { conversationId: id } = conversation ?? {};
  if (!conversation || id === undefined || !canAskStatus(conversation)) return;
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!hasAnswers(conversation) || !connection.client.answers) {
    sayAndOfferPage(notOffered(connection.address), conversation);
    return;
  }
  const { service } = ports;
  const status = withClient(service, conversation.baseUrl, (client) => client.status);
  const source = answerSource(conversation, service, clock);
  const title = vscode.l10n.t('Reading the last answer of "{0}"...', shortTitle(conversation));
  const found = await withProgress(title, async (signal) => {
    const state = await askState(conversation, status, { ...ports, now: clock.now }, signal);
    return state && { ...state, answer: await lastAnswer(id, state.status, source, signal) };
  });
  await markSeen(history.get(conversation.id), history);
  if (!found) {
    sayUnknown(conversation);
    return;
  }
  const { answer } = found;
  const name = fileName(conversation) + (answer.kind === 'answer' ? '.md' : '');
  const text = answerDocument(conversation, found.status, answer);
  await (await ports.answers()).show(`${answerFolder}/${name}`, text, conversation.id);
  const known = history.get(conversation.id);
  if (answer.kind === 'waits' && known) offerDecision(known);
}

/** Not awaited, since the user may never click. */
function offerDecision(conversation: Conversation): void {
  const { label, command, offer } = wayToDecide(conversation);
  if (offer === undefined) return;
  inform(vscode.window.showInformationMessage, offer, commandRemedy(label, command, { id: conversation.id }));
}

/** The command `previewAnswer`: the answer in the active editor as VS Code shows Markdown, in which nothing loads. */
export async function previewAnswer({ answers }: Pick<AnswerPorts, 'answers'>): Promise<void> {
  const { document } = vscode.window.activeTextEditor ?? {};
  if (document?.uri.scheme !== textSchemes.answer) return;
  const name = document.uri.path.split('/').at(-1) ?? '';
  await (await answers()).showRendered(name, inertMarkdown(unwrapped(document.getText())));
}

function notOffered({ origin }: ServiceAddress): string {
  return vscode.l10n.t(
    "{0} doesn't provide the agent's answers. Open the conversation in the browser to read them.",
    origin,
  );
}

/** A title as a file's name that is valid on every system, and fits in a tab. */
function fileName(conversation: Conversation): string {
  const name = conversationTitle(conversation).replace(/[^\p{L}\p{N} _-]+/gu, ' ');
  return truncate(name.trim(), 40).trim() || vscode.l10n.t('Last answer');
}
