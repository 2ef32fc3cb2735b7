import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { waitingActions } from '../../../answer/lastAnswer';
import { actionRows } from '../../../answer/vscode/answerDocument';
import { pauseFor } from '../../../base/clock';
import { plainNotification } from '../../../base/text';
import { withProgress } from '../../../base/vscode/withProgress';
import type { WaitingAction } from '../../../client/client';
import type { ConversationState } from '../../../client/records';
import type { Conversation } from '../../../conversations/conversation';
import { takeState } from '../../../conversations/takeState';
import { commands } from '../../../names';
import type { ReadyConnection } from '../../../service/serviceAccess';
import { askOnceRead } from '../askOnceRead';
import type { StartPorts } from '../startPorts';
import { notSendable, startsTooLong, unknownConversation } from './followUpWords';

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
    throw startsTooLong(to.conversation);
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

/** Milliseconds after which a service has certainly got what its agent did: they hand it over half a minute late. */
const knownAfter = 35_000;

/** Rows of the waiting actions in the dialog, beside what is said about them. */
const maxRows = 12;

/**
 * Asks until the answer is about what waits: the question may stay open for long, and the service may still list actions
 * that are over instead of the one that it says is waiting.
 */
async function askConfirmed(to: To): Promise<boolean | undefined> {
  const { conversation, connection, ports } = to;
  const { conversationId = '' } = conversation;
  const read = () =>
    withProgress(vscode.l10n.t('Asking for the waiting action...'), (signal) =>
      waitingActions(
        conversationId,
        connection.client,
        (milliseconds) => pauseFor(milliseconds, ports.clock, signal),
        signal,
      ),
    );
  for (let since = ports.clock.now(), actions = await read(); ;) {
    // A message that doesn't run the agent carries nothing out, whatever waits.
    const run = await askAbout(actions, to);
    if (!run) return run;
    const state = await withProgress(
      vscode.l10n.t('Making sure that no other action is waiting...'),
      async (signal) => {
        await pauseFor(Math.max(since + knownAfter - ports.clock.now(), 0), ports.clock, signal);
        return askState(to, signal);
      },
    );
    if (state?.status !== 'WAITING_FOR_CONFIRMATION') return run;
    since = ports.clock.now();
    const shown = actions;
    actions = await read();
    if (isDeepStrictEqual(actions, shown)) return run;
  }
}

/** Enter leads to where the action can be rejected. To carry it out is offered once all of it was shown. */
async function askAbout(actions: readonly WaitingAction[], { conversation, ports }: To): Promise<boolean | undefined> {
  const rows = actionRows(actions);
  const open = vscode.l10n.t('Open in Browser');
  const add = vscode.l10n.t('Only Add Message');
  const send = vscode.l10n.t('Send and Carry Out Action');
  const carriesOut = vscode.l10n.t(
    'A message carries the waiting action out, whatever the message says, even if it says no. The action can be rejected only in the browser.',
  );
  const leaves = vscode.l10n.t(
    '"{0}" leaves the action waiting, and the agent reads the message once it runs again.',
    add,
  );
  const runs = vscode.l10n.t('"{0}" runs the agent at once.', send);
  const ask = (about: string, isShown: boolean, ...more: readonly string[]) =>
    vscode.window.showWarningMessage(
      plainNotification(vscode.l10n.t('Send a message while an action is waiting for your confirmation?')),
      { modal: true, detail: [carriesOut, isShown ? `${leaves} ${runs}` : leaves, about].join('\n\n') },
      ...[open, ...more, add, ...(isShown ? [send] : [])],
    );
  const unread = vscode.l10n.t(
    'The action is too long to show here ({0} lines). Read it to its end before you carry it out.',
    rows.length,
  );
  const read = vscode.l10n.t('The action was shown in the editor ({0} lines).', rows.length);
  const unknown = vscode.l10n.t("The action couldn't be read, so it can't be carried out from here.");
  const answer =
    rows.length > maxRows
      ? await askOnceRead('action.txt', rows, (isRead, show) => ask(isRead ? read : unread, isRead, show), ports)
      : await ask(rows.join('\n') || unknown, rows.length > 0);
  if (answer === open) await vscode.commands.executeCommand(commands.openConversation, { id: conversation.id });
  return answer === send ? true : answer === add ? false : undefined;
}
