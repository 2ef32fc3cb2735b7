import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { answerSource, unansweredActions, waitingActions } from '../../../answer/lastAnswer';
import { pauseFor } from '../../../base/clock';
import { withProgress } from '../../../base/vscode/withProgress';
import type { WaitingAction } from '../../../client/client';
import type { ConversationState } from '../../../client/records';
import type { Conversation } from '../../../conversations/conversation';
import { askState } from '../../../conversations/askStatus';
import { withClient } from '../../../service/serviceConnection';
import { messageRule, type MessageRule } from '../../deliverMessage';
import type { StartPorts } from '../startPorts';
import { askAboutActions, askToAdd, askToContinue, confirmResume } from './followUpQuestions';
import { neverReady, notSendable, unknownConversation } from './followUpWords';

export interface FollowUpContext {
  readonly conversation: Conversation;
  readonly client: ReturnType<typeof conversationClient>;
  readonly ports: StartPorts;
}

export function conversationClient(
  conversation: Conversation,
  { service, clock }: Pick<StartPorts, 'service' | 'clock'>,
) {
  const { baseUrl } = conversation;
  return {
    ...answerSource(conversation, service, clock),
    status: withClient(service, baseUrl, ({ status }) => status),
    messages: withClient(service, baseUrl, ({ messages }) => messages),
    resume: withClient(service, baseUrl, ({ resume }) => resume),
  };
}

/** How often the status of a conversation that isn't ready is asked for: every three seconds, for 15 minutes. */
const readyChecks = { count: 300, milliseconds: 3_000 };

export function askCurrentState(
  { conversation, client, ports }: FollowUpContext,
  signal?: AbortSignal,
): Promise<ConversationState | null> {
  return askState(conversation, client.status, { ...ports, now: ports.clock.now }, signal);
}

/**
 * Waits until a conversation can receive messages. If the message would also have another effect, such as resuming a
 * sandbox or carrying out an action, asks the user first.
 * @param isResumed true if the sandbox was just resumed, so that the service may still report it as paused
 * @returns true if the message lets the agent run; `undefined` if the user doesn't want to send it now
 * @throws {ExplainedError} if it can't be sent
 */
export async function readyToSend(to: FollowUpContext, isResumed = false): Promise<boolean | undefined> {
  const { conversation } = to;
  const state = await stateOnceReady(to, isResumed);
  if (!state) throw unknownConversation(conversation);
  switch (ruleFor(state)) {
    case 'run':
      return askUnanswered(to, state.status);
    case 'join':
      return false;
    case 'confirm':
      return askConfirmed(to);
    case 'continue': {
      const run = await askToContinue(conversation);
      // While the question was open, the agent may have continued, and an action may wait for a confirmation now.
      const now = run ? await stateOnceReady(to) : state;
      if (!now || ruleFor(now) !== 'continue') return readyToSend(to);
      return run ? askUnanswered(to, now.status) : run;
    }
    case 'resume': {
      const { sandbox_id: id } = state;
      if (id === undefined || !(await confirmResume())) return undefined;
      // While the question was open, the sandbox may have been removed, or resumed. To resume it again would pause others.
      const now = await stateOnceReady(to);
      if (!now || ruleFor(now) !== 'resume' || now.sandbox_id !== id) return readyToSend(to);
      const resuming = vscode.l10n.t('Resuming the sandbox...');
      await withProgress(resuming, (signal) => to.client.resume((of) => of.resumeSandbox(id, signal)));
      return readyToSend(to, true);
    }
    case 'never':
      throw notSendable(conversation, state.status);
    case 'ask':
    case 'wait':
      return askToAdd(state.status, conversation);
  }
}

function ruleFor({ status, is_sandbox_paused: isPaused }: ConversationState): MessageRule {
  return isPaused ? 'resume' : messageRule(status);
}

/** The state of a conversation once it can receive messages; `null` if the service doesn't know it. */
async function stateOnceReady(to: FollowUpContext, isResumed = false): Promise<ConversationState | null> {
  return withProgress(vscode.l10n.t('Asking for the status...'), async (signal, say) => {
    for (let check = 0; check < readyChecks.count; check++) {
      const state = await askCurrentState(to, signal);
      const rule = state && ruleFor(state);
      if (rule !== 'wait' && !(isResumed && rule === 'resume')) return state;
      say(vscode.l10n.t('The message is sent once the agent is ready.'));
      await pauseFor(readyChecks.milliseconds, to.ports.clock, signal);
    }
    throw neverReady(to.conversation);
  });
}

async function askConfirmed(to: FollowUpContext): Promise<boolean | undefined> {
  const { conversationId = '' } = to.conversation;
  const title = vscode.l10n.t('Asking for the waiting action...');
  const readActions = () => withProgress(title, (signal) => waitingActions(conversationId, to.client, signal));
  return askWhileWaiting(to, 'WAITING_FOR_CONFIRMATION', await readActions(), readActions);
}

/**
 * Asks about actions without a result, if there are any. The agent carries out an interrupted action with the next message,
 * whatever its status is.
 * @param status the conversation's status, just reported by the service
 */
async function askUnanswered(to: FollowUpContext, status: string): Promise<boolean | undefined> {
  const { conversationId = '' } = to.conversation;
  const title = vscode.l10n.t('Making sure that no action is waiting...');
  const readActions = () =>
    withProgress(title, (signal) => unansweredActions(conversationId, status, to.client, signal));
  const actions = await readActions();
  if (actions?.length === 0) return true;
  return askWhileWaiting(to, status, actions ?? [], async () => (await readActions()) ?? []);
}

/**
 * Asks about actions, and asks again if other actions are waiting after the user has answered. The question may have been
 * open for long, and the service may have listed finished actions instead of the waiting one.
 */
async function askWhileWaiting(
  to: FollowUpContext,
  status: string,
  found: readonly WaitingAction[],
  readActions: () => Promise<readonly WaitingAction[]>,
): Promise<boolean | undefined> {
  const { conversation, client, ports } = to;
  const eventDelay = client.pauses.reduce((sum, pause) => sum + pause, 0);
  let since = ports.clock.now();
  let actions = found;
  for (;;) {
    // A message that doesn't let the agent run carries out nothing, so its answer needs no check.
    const run = await askAboutActions(actions, ports.history.get(conversation.id) ?? conversation, ports);
    if (!run) return run;
    const state = await withProgress(
      vscode.l10n.t('Making sure that no other action is waiting...'),
      async (signal) => {
        await pauseFor(Math.max(since + eventDelay - ports.clock.now(), 0), ports.clock, signal);
        return askCurrentState(to, signal);
      },
    );
    if (state?.status !== status) return readyToSend(to);
    since = ports.clock.now();
    const shown = actions;
    actions = await readActions();
    if (isDeepStrictEqual(actions, shown)) return run;
  }
}
