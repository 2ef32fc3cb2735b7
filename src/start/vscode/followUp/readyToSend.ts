import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { unansweredActions, waitingActions, type Wait } from '../../../answer/lastAnswer';
import { pauseFor } from '../../../base/clock';
import { withProgress } from '../../../base/vscode/withProgress';
import type { WaitingAction } from '../../../client/client';
import type { ConversationState } from '../../../client/records';
import type { Conversation } from '../../../conversations/conversation';
import { saveReported } from '../../../conversations/saveReported';
import { type ServiceAccess, withClient } from '../../../service/serviceConnection';
import { messageRule, type MessageRule } from '../../deliverMessage';
import type { StartPorts } from '../startPorts';
import { askAbout, askToAdd, askToContinue, mayResume } from './followUpQuestions';
import { neverReady, notSendable, unknownConversation } from './followUpWords';

export interface To {
  readonly conversation: Conversation;
  readonly client: ReturnType<typeof askedOfConversation>;
  readonly ports: StartPorts;
}

export function askedOfConversation(service: Pick<ServiceAccess, 'connect'>, baseUrl: string) {
  return {
    status: withClient(service, baseUrl, ({ status }) => status),
    answers: withClient(service, baseUrl, ({ answers }) => answers),
    messages: withClient(service, baseUrl, ({ messages }) => messages),
    resume: withClient(service, baseUrl, ({ resume }) => resume),
  };
}

/** Times to ask a conversation that starts, and milliseconds between them: as long as starts take. */
const asks = { most: 300, every: 3_000 };

/** Asks the service for the state of a conversation, and saves it. */
export async function askState(
  { conversation, client, ports }: To,
  signal?: AbortSignal,
): Promise<ConversationState | null> {
  const [state = null] = await client.status((of) => of.conversations([conversation.conversationId ?? ''], signal));
  await saveReported(conversation, state, { ...ports, now: ports.clock.now });
  return state;
}

/**
 * Waits until a conversation takes messages, and asks for what a message does besides: nothing of that happens unasked.
 * @param isResumed its sandbox was resumed just now
 * @returns whether the message lets the agent run; `undefined` if the user doesn't want to send it now
 * @throws {ExplainedError} why it can't be sent
 */
export async function readyToSend(to: To, isResumed = false): Promise<boolean | undefined> {
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
      // While the question was open, the agent may have gone on, up to an action that waits.
      const now = run ? await stateOnceReady(to) : state;
      if (!now || ruleFor(now) !== 'continue') return readyToSend(to);
      return run ? askUnanswered(to, now.status) : run;
    }
    case 'resume': {
      const { sandbox_id: id } = state;
      if (id === undefined || !(await mayResume())) return undefined;
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

async function stateOnceReady(to: To, isResumed = false): Promise<ConversationState | null> {
  return withProgress(vscode.l10n.t('Asking for the status...'), async (signal, say) => {
    for (let asked = 0; asked < asks.most; asked++) {
      const state = await askState(to, signal);
      const rule = state && ruleFor(state);
      if (rule !== 'wait' && !(isResumed && rule === 'resume')) return state;
      say(vscode.l10n.t('The message is sent once the agent is ready.'));
      await pauseFor(asks.every, to.ports.clock, signal);
    }
    throw neverReady(to.conversation);
  });
}

/** Milliseconds after which a service has certainly got what its agent did: they hand it over half a minute late. */
const knownAfter = 35_000;

/** Asks the service about actions; `pause` waits in between. */
type Reading<T> = (conversationId: string, pause: Wait, signal: AbortSignal) => Promise<T>;

function read<T>({ conversation, ports }: To, title: string, reading: Reading<T>): Promise<T> {
  return withProgress(title, (signal) =>
    reading(conversation.conversationId ?? '', (milliseconds) => pauseFor(milliseconds, ports.clock, signal), signal),
  );
}

/** Asks about the actions that the service says are waiting for a confirmation. */
async function askConfirmed(to: To): Promise<boolean | undefined> {
  const { answers } = to.client;
  const readActions = () =>
    read(to, vscode.l10n.t('Asking for the waiting action...'), (id, pause, signal) =>
      waitingActions(id, answers, pause, signal),
    );
  return askWhileWaiting(to, 'WAITING_FOR_CONFIRMATION', await readActions(), readActions);
}

/**
 * Asks about actions without a result, if there are any: one that was interrupted is carried out with the next message,
 * whatever the status says.
 * @param status as just reported
 */
async function askUnanswered(to: To, status: string): Promise<boolean | undefined> {
  const { answers } = to.client;
  const readActions = () =>
    read(to, vscode.l10n.t('Making sure that no action is waiting...'), (id, pause, signal) =>
      unansweredActions(id, status, answers, pause, signal),
    );
  const actions = await readActions();
  if (actions?.length === 0) return true;
  return askWhileWaiting(to, status, actions ?? [], async () => (await readActions()) ?? []);
}

/**
 * Asks until the answer is about what waits: the question may stay open for long, and the service may still list actions
 * that are over instead of the one that waits.
 */
async function askWhileWaiting(
  to: To,
  status: string,
  found: readonly WaitingAction[],
  readActions: () => Promise<readonly WaitingAction[]>,
): Promise<boolean | undefined> {
  const { conversation, ports } = to;
  let since = ports.clock.now();
  let actions = found;
  for (;;) {
    // A message that doesn't run the agent carries nothing out, whatever waits.
    const run = await askAbout(actions, ports.history.get(conversation.id) ?? conversation, ports);
    if (!run) return run;
    const state = await withProgress(
      vscode.l10n.t('Making sure that no other action is waiting...'),
      async (signal) => {
        await pauseFor(Math.max(since + knownAfter - ports.clock.now(), 0), ports.clock, signal);
        return askState(to, signal);
      },
    );
    if (state?.status !== status) return readyToSend(to);
    since = ports.clock.now();
    const shown = actions;
    actions = await readActions();
    if (isDeepStrictEqual(actions, shown)) return run;
  }
}
