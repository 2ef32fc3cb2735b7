import type { AgentEvent, AnswerOperations, EventKind, UnansweredActions, WaitingAction } from '../client/client';
import type { Asking } from '../service/serviceConnection';

/** The requests to the service. Each one makes it read all events of the conversation, so there are few. */
type AnswerSource = Asking<AnswerOperations>;

/** Ends early if the questions are cancelled. */
export type Wait = (milliseconds: number) => Promise<unknown>;

export type LastAnswer =
  | { readonly kind: 'answer'; readonly at: string; readonly text: string }
  /** Nothing was said since the user's own message. */
  | { readonly kind: 'noAnswer'; readonly sentAt?: string }
  /** Actions wait for a confirmation; none of them if they couldn't all be read. */
  | { readonly kind: 'waits'; readonly actions: readonly WaitingAction[] }
  | { readonly kind: 'error'; readonly at: string; readonly code: string; readonly text: string };

/** Milliseconds to wait before each further request. A service forwards events in groups, or after half a minute. */
const pauses: readonly number[] = [5_000, 10_000, 20_000];

/**
 * Asks for the newest message and the newest action; the later one that the agent said is its answer. After the end of
 * a run, an answer or the error that ended it may arrive late: it's asked for again until then.
 * @param status of the conversation, as just reported
 * @throws {ServiceError}
 */
export async function lastAnswer(
  conversationId: string,
  status: string,
  source: AnswerSource,
  wait: Wait,
  signal: AbortSignal,
): Promise<LastAnswer> {
  if (status === 'WAITING_FOR_CONFIRMATION')
    return { kind: 'waits', actions: await waitingActions(conversationId, source, wait, signal) };
  const isError = status === 'AGENT_ERROR';
  const kinds: readonly EventKind[] = [
    'MessageEvent',
    'ActionEvent',
    ...(isError ? (['ConversationErrorEvent'] as const) : []),
  ];
  const answer = async (): Promise<LastAnswer> => {
    const [message, action, error] = await source((answers) => answers.newestEvents(conversationId, kinds, signal));
    // An earlier one is that of an earlier run.
    if (error?.kind === 'error' && (!message || message.at < error.at)) return error;
    const [last] = [message, action].filter(isSaid).sort((a, b) => (a.at < b.at ? 1 : -1));
    const own = message && !isSaid(message) ? message : undefined;
    if (last && (!own || own.at < last.at)) return { kind: 'answer', at: last.at, text: last.text };
    return { kind: 'noAnswer', ...(own && { sentAt: own.at }) };
  };
  const expected = isError ? 'error' : 'answer';
  return againUntil(({ kind }) => kind === expected || !arrivesLate.includes(status), answer, wait);
}

/**
 * The actions that wait for a confirmation, oldest first: all of them, or none. They may arrive late, too.
 * @throws {ServiceError}
 */
export async function waitingActions(
  conversationId: string,
  source: AnswerSource,
  wait: Wait,
  signal: AbortSignal,
): Promise<readonly WaitingAction[]> {
  const ask = () => source((answers) => answers.waitingActions(conversationId, signal));
  return (await againUntil((actions) => actions !== undefined, ask, wait)) ?? [];
}

/**
 * The actions that the agent would carry out with its next run, oldest first; `undefined` if they aren't all known. Events
 * that say otherwise may still be on their way: a result, or what came before the status.
 * @param status of the conversation, as just reported
 * @throws {ServiceError}
 */
export async function unansweredActions(
  conversationId: string,
  status: string,
  source: AnswerSource,
  wait: Wait,
  signal: AbortSignal,
): Promise<readonly WaitingAction[] | undefined> {
  const ask = () => source((answers) => answers.unansweredActions(conversationId, signal));
  const isNone = (said: UnansweredActions) => said.actions?.length === 0 && (said.status ?? status) === status;
  return (await againUntil(isNone, ask, wait)).actions;
}

async function againUntil<T>(isThere: (answer: T) => boolean, ask: () => Promise<T>, wait: Wait): Promise<T> {
  let answer = await ask();
  for (const pause of pauses) {
    if (isThere(answer)) break;
    await wait(pause);
    answer = await ask();
  }
  return answer;
}

/** States after a run, when its last words may still be on their way. */
const arrivesLate: readonly string[] = ['FINISHED', 'IDLE', 'STUCK', 'AGENT_ERROR'];

type Said = Extract<AgentEvent, { readonly kind: 'finish' | 'message' }>;

function isSaid(event: AgentEvent | undefined): event is Said {
  return event?.kind === 'finish' || (event?.kind === 'message' && event.by === 'agent');
}
