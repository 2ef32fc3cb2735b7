import type { AgentAction, AgentEvent, EventKind } from '../client/agentOperations';
import type { ConversationState } from '../client/records';

/** The questions that are asked; each makes the service read all events of the conversation, so there are few. */
export interface AnswerSource {
  conversations(ids: readonly string[], signal: AbortSignal): Promise<readonly (ConversationState | null)[]>;
  /** The newest event of a kind; `undefined` if there is none. */
  newestEvent(conversationId: string, kind: EventKind, signal: AbortSignal): Promise<AgentEvent | undefined>;
}

/** What the agent said last. */
export type LastAnswer =
  /** The service doesn't know the conversation. */
  | { readonly kind: 'unknown' }
  | (Known &
      (
        | { readonly kind: 'answer'; readonly at: string; readonly text: string }
        /** Nothing was said since the user's own message. */
        | { readonly kind: 'noAnswer'; readonly sentAt?: string }
        /** An action waits for a confirmation. */
        | ({ readonly at: string } & Omit<AgentAction, 'kind'> & { readonly kind: 'waits' })
        | { readonly kind: 'error'; readonly at: string; readonly code: string; readonly text: string }
      ));

interface Known {
  readonly state: ConversationState;
}

/** A service hands events on in groups, or after half a minute. Milliseconds to wait before each further question. */
const pauses: readonly number[] = [5_000, 10_000, 20_000];

/**
 * Asks for the newest message and the newest action; the later one that the agent said is its answer. After the end of
 * a run, an answer may arrive late: it's asked for again until then.
 * @param wait ends early if the signal is aborted
 * @throws {ServiceError}
 */
export async function lastAnswer(
  conversationId: string,
  source: AnswerSource,
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<LastAnswer> {
  const [state] = await source.conversations([conversationId], signal);
  if (!state) return { kind: 'unknown' };
  const newest = (kind: EventKind) => source.newestEvent(conversationId, kind, signal);
  if (state.status === 'AGENT_ERROR') {
    const error = await newest('ConversationErrorEvent');
    if (error?.kind === 'error') return { ...error, state };
  }
  if (state.status === 'WAITING_FOR_CONFIRMATION') {
    const action = await newest('ActionEvent');
    if (action?.kind === 'action') return { ...action, kind: 'waits', state };
  }
  const answer = async ([pause, ...later]: readonly number[]): Promise<LastAnswer> => {
    const [message, action] = await Promise.all([newest('MessageEvent'), newest('ActionEvent')]);
    const [last] = [message, action].filter(isSaid).sort((a, b) => (a.at < b.at ? 1 : -1));
    const own = message && !isSaid(message) ? message : undefined;
    if (last && (!own || own.at < last.at)) return { kind: 'answer', at: last.at, text: last.text, state };
    if (pause === undefined || !arrivesLate.includes(state.status))
      return { kind: 'noAnswer', ...(own && { sentAt: own.at }), state };
    await wait(pause, signal);
    return answer(later);
  };
  return answer(pauses);
}

/** States after a run, when its last words may still be on their way. */
const arrivesLate: readonly string[] = ['FINISHED', 'IDLE', 'STUCK'];

type Said = Extract<AgentEvent, { readonly kind: 'finish' | 'message' }>;

function isSaid(event: AgentEvent | undefined): event is Said {
  return event?.kind === 'finish' || (event?.kind === 'message' && event.by === 'agent');
}
