import { pauseFor, type Clock } from '../base/clock';
import { apiNamed } from '../client/apis/registry';
import type { AgentEvent, AnswerOperations, EventKind, UnansweredActions, WaitingAction } from '../client/client';
import type { Conversation } from '../conversations/conversation';
import { type AskService, type ServiceAccess, withClient } from '../service/serviceConnection';

/** The service of a conversation, which is asked what its agent said and did. Each request reads many events. */
export interface AnswerSource {
  readonly answers: AskService<AnswerOperations>;
  /**
   * Pauses, in milliseconds, before a request for an event that may be late is repeated. By the last repetition, it has
   * arrived.
   */
  readonly pauses: readonly number[];
  readonly clock: Clock;
}

export function answerSource(
  { api, baseUrl }: Pick<Conversation, 'api' | 'baseUrl'>,
  service: Pick<ServiceAccess, 'connect'>,
  clock: Clock,
): AnswerSource {
  const answers = withClient(service, baseUrl, (client) => client.answers);
  return { answers, pauses: apiNamed(api).answers?.pauses ?? [], clock };
}

export type LastAnswer =
  | { readonly kind: 'answer'; readonly at: string; readonly text: string }
  /** The agent has said nothing since the user's last message. */
  | { readonly kind: 'noAnswer'; readonly sentAt?: string }
  /** Actions wait for a confirmation. The list is empty if not all of them could be read. */
  | { readonly kind: 'waits'; readonly actions: readonly WaitingAction[] }
  | { readonly kind: 'error'; readonly at: string; readonly code: string; readonly text: string };

/**
 * Reads the newest message and the newest action. The answer is the later one of these that the agent wrote. After a run,
 * the answer, or the error that ended the run, may arrive late, so the request is repeated for a while.
 * @param status the conversation's status, just reported by the service
 * @throws {ServiceError}
 */
export async function lastAnswer(
  conversationId: string,
  status: string,
  source: AnswerSource,
  signal: AbortSignal,
): Promise<LastAnswer> {
  if (status === 'WAITING_FOR_CONFIRMATION')
    return { kind: 'waits', actions: await waitingActions(conversationId, source, signal) };
  const isError = status === 'AGENT_ERROR';
  const kinds: readonly EventKind[] = [
    'MessageEvent',
    'ActionEvent',
    ...(isError ? (['ConversationErrorEvent'] as const) : []),
  ];
  const readAnswer = async (): Promise<LastAnswer> => {
    const [message, action, error] = await source.answers((answers) =>
      answers.newestEvents(conversationId, kinds, signal),
    );
    // An error from before the newest message is one of an earlier run.
    if (error?.kind === 'error' && (!message || message.at < error.at)) return error;
    const [last] = [message, action].filter(isFromAgent).sort((a, b) => (a.at < b.at ? 1 : -1));
    const ofUser = message && !isFromAgent(message) ? message : undefined;
    if (last && (!ofUser || ofUser.at < last.at)) return { kind: 'answer', at: last.at, text: last.text };
    return { kind: 'noAnswer', ...(ofUser && { sentAt: ofUser.at }) };
  };
  const expected = isError ? 'error' : 'answer';
  return retryUntil(({ kind }) => kind === expected || !statusesAfterRun.includes(status), readAnswer, source, signal);
}

/**
 * The actions that wait for a confirmation, oldest first. They may arrive late, too: empty if they aren't complete in the
 * end.
 * @throws {ServiceError}
 */
export async function waitingActions(
  conversationId: string,
  source: AnswerSource,
  signal: AbortSignal,
): Promise<readonly WaitingAction[]> {
  const ask = () => source.answers((answers) => answers.waitingActions(conversationId, signal));
  return (await retryUntil((actions) => actions !== undefined, ask, source, signal)) ?? [];
}

/**
 * The actions that the agent would carry out with its next run, oldest first; `undefined` if not all of them are known.
 * The result of an action may arrive late. So the request is repeated until no action is left and the events agree with
 * the reported status.
 * @param status the conversation's status, just reported by the service
 * @throws {ServiceError}
 */
export async function unansweredActions(
  conversationId: string,
  status: string,
  source: AnswerSource,
  signal: AbortSignal,
): Promise<readonly WaitingAction[] | undefined> {
  const ask = () => source.answers((answers) => answers.unansweredActions(conversationId, signal));
  const isSettled = (found: UnansweredActions) => found.actions?.length === 0 && (found.status ?? status) === status;
  return (await retryUntil(isSettled, ask, source, signal)).actions;
}

/** Asks until the answer is as expected, a few times. Returns the last answer. */
async function retryUntil<T>(
  isExpected: (answer: T) => boolean,
  ask: () => Promise<T>,
  { pauses, clock }: AnswerSource,
  signal: AbortSignal,
): Promise<T> {
  let answer = await ask();
  for (const pause of pauses) {
    if (isExpected(answer)) break;
    await pauseFor(pause, clock, signal);
    answer = await ask();
  }
  return answer;
}

/** Statuses after a run, when its last events may still arrive. */
const statusesAfterRun: readonly string[] = ['FINISHED', 'IDLE', 'STUCK', 'AGENT_ERROR'];

type AgentText = Extract<AgentEvent, { readonly kind: 'finish' | 'message' }>;

function isFromAgent(event: AgentEvent | undefined): event is AgentText {
  return event?.kind === 'finish' || (event?.kind === 'message' && event.by === 'agent');
}
