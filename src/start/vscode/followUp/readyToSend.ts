import * as vscode from 'vscode';
import { waitingAction } from '../../../answer/vscode/answerDocument';
import { pauseFor } from '../../../base/clock';
import { plainNotification } from '../../../base/text';
import { ExplainedError } from '../../../base/vscode/explanation';
import { withProgress } from '../../../base/vscode/withProgress';
import type { ConversationState } from '../../../client/records';
import type { Conversation } from '../../../conversations/conversation';
import { takeState } from '../../../conversations/takeState';
import { commands } from '../../../names';
import type { ReadyConnection } from '../../../service/serviceAccess';
import type { StartPorts } from '../startPorts';
import { notSendable, unknownConversation } from './followUpWords';

export interface To {
  readonly conversation: Conversation;
  readonly connection: ReadyConnection;
  readonly ports: StartPorts;
}

/** Times to ask a conversation that starts, and milliseconds between them: as long as starts take. */
const asks = { most: 300, every: 3_000 };

/** Asks the service for the state of a conversation, and saves it. */
export async function askState(
  { conversation, connection, ports }: To,
  signal?: AbortSignal,
): Promise<ConversationState | null> {
  const [state = null] = await connection.client.conversations([conversation.conversationId ?? ''], signal);
  await takeState(conversation, state, { ...ports, now: ports.clock.now });
  return state;
}

/**
 * Waits until a conversation takes messages, and asks for what a message does besides: nothing of that happens unasked.
 * @param isResumed its sandbox was resumed just now
 * @returns whether the message lets the agent run; `undefined` if the user doesn't want to send it now
 * @throws {ExplainedError} why it can't be sent
 */
export async function readyToSend(to: To, isResumed = false): Promise<boolean | undefined> {
  const { conversation, connection } = to;
  const state = await stateOnceStarted(to, isResumed);
  if (!state) throw unknownConversation(conversation);
  const refusal = notSendable(conversation, state.status);
  if (refusal) throw refusal;
  if (state.status === 'WAITING_FOR_CONFIRMATION') return askConfirmed(to);
  if (!state.is_sandbox_paused) return true;
  const { sandbox_id: id } = state;
  if (id === undefined || !(await mayResume())) return undefined;
  const resuming = vscode.l10n.t('Resuming the sandbox...');
  await withProgress(resuming, (signal) => connection.client.resumeSandbox(id, signal));
  return readyToSend(to, true);
}

async function stateOnceStarted(to: To, isResumed: boolean): Promise<ConversationState | null> {
  return withProgress(vscode.l10n.t('Asking for the status...'), async (signal, say) => {
    for (let asked = 0; asked < asks.most; asked++) {
      const state = await askState(to, signal);
      const isStarting = state?.status === 'STARTING' || (isResumed && state?.is_sandbox_paused);
      if (!isStarting) return state;
      say(vscode.l10n.t('The message is sent when the conversation has started.'));
      await pauseFor(asks.every, to.ports.clock, signal);
    }
    throw new ExplainedError(vscode.l10n.t("The message wasn't sent: the conversation hasn't started in 15 minutes."));
  });
}

async function mayResume(): Promise<boolean> {
  const resume = vscode.l10n.t('Resume and Send');
  const detail = vscode.l10n.t(
    'Its sandbox is paused and takes no messages. To resume it, the service may pause the sandboxes that have run the longest, with the conversations in them.',
  );
  const question = vscode.l10n.t('Resume this conversation?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, resume)) === resume;
}

/** Rows of the waiting action in the dialog. */
const maxRows = 12;

/** Enter leads to where the action can be rejected. */
async function askConfirmed({ conversation, connection }: To): Promise<boolean | undefined> {
  const { conversationId = '', id } = conversation;
  const action = await withProgress(vscode.l10n.t('Asking for the waiting action...'), (signal) =>
    connection.client.newestEvent(conversationId, 'ActionEvent', signal),
  );
  const rows = action?.kind === 'action' ? waitingAction(action) : [];
  const open = vscode.l10n.t('Open in Browser');
  const add = vscode.l10n.t('Only Add Message');
  const send = vscode.l10n.t('Send and Carry Out Action');
  const detail = [
    vscode.l10n.t(
      'A message carries the waiting action out, whatever the message says, even if it says no. The action can be rejected only in the browser.',
    ),
    vscode.l10n.t(
      '"{0}" leaves the action waiting, and the agent reads the message once it runs again. "{1}" runs the agent at once.',
      add,
      send,
    ),
    [...rows.slice(0, maxRows), ...(rows.length > maxRows ? ['…'] : [])].join('\n'),
  ];
  const answer = await vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Send a message while an action is waiting for your confirmation?')),
    { modal: true, detail: detail.filter(Boolean).join('\n\n') },
    ...[open, add, send],
  );
  if (answer === open) await vscode.commands.executeCommand(commands.openConversation, { id });
  return answer === send ? true : answer === add ? false : undefined;
}
