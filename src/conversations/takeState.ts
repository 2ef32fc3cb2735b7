import { hasEnded, changeBy, isNews, isUnknown, waits, wasAsked } from './reportedStatus';
import type { Conversation } from './conversation';
import type { End } from './followedService';
import type { ConversationState } from '../client/records';
import { isNotOffered, isRejected, ServiceError } from '../client/serviceError';
import type { History } from './history';

interface TakingPorts {
  readonly history: Pick<History, 'conversations' | 'get' | 'change' | 'claim'>;
  readonly now: () => number;
  /** Called with each end that no other window has saved before. */
  readonly onEnd: (conversation: Conversation) => void;
}

/**
 * Saves what a service reported of a conversation, for every start that led to it.
 * @param state `null` if the service doesn't know the conversation
 * @returns its end, if it's one that no other window has saved before
 */
export async function takeState(
  { id, baseUrl, conversationId }: Conversation,
  state: ConversationState | null,
  ports: TakingPorts,
): Promise<End | undefined> {
  const isSame = (one: Conversation) => one.conversationId === conversationId && one.baseUrl === baseUrl;
  for (const other of ports.history.conversations.filter(isSame)) {
    if (other.id !== id) await takeForStart(other.id, state, ports);
  }
  const end = await takeForStart(id, state, ports);
  if (end) ports.onEnd(end.conversation);
  return end;
}

/** What an end means. */
export function endState(conversation: Conversation): 'ended' | 'waiting' | 'unknown' {
  if (isUnknown(conversation)) return 'unknown';
  return waits(conversation) ? 'waiting' : 'ended';
}

async function takeForStart(
  id: string,
  state: ConversationState | null,
  { history, now }: TakingPorts,
): Promise<End | undefined> {
  const known = history.get(id);
  // It was removed meanwhile.
  if (!known) return undefined;
  const change = changeBy(known, state, now());
  if (!isNews(known, change)) return undefined;
  await history.change(id, change);
  const saved = history.get(id);
  // Another window may have heard later that it runs again.
  if (change.endedAt === undefined || !saved || !hasEnded(saved)) return undefined;
  if (!(await history.claim(id, `end${known.endedAt ?? 0}`))) return undefined;
  return { conversation: saved, isFirst: !wasAsked(known) };
}

/** Result of asking a service for the status of conversations. */
export type StatusAnswer =
  /** In the order in which they were asked for. `null`: the service doesn't know the conversation. */
  | { readonly kind: 'states'; readonly states: readonly (ConversationState | null)[] }
  /** The service can't be asked: it doesn't have the operation, or something else responds. */
  | { readonly kind: 'notOffered'; readonly error: ServiceError }
  /** The service rejects the request, for instance because of the session key; it would reject the next one, too. */
  | { readonly kind: 'rejected'; readonly error: ServiceError }
  /** Nothing came of it this time. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly retryAfterSeconds?: number };

/** What an error of the question means for the next one. */
export function answerByError(error: unknown): StatusAnswer {
  if (!(error instanceof ServiceError)) return { kind: 'failed', error };
  if (isNotOffered(error)) return { kind: 'notOffered', error };
  if (isRejected(error)) return { kind: 'rejected', error };
  const { failure } = error;
  const wait = failure.kind === 'status' ? failure.retryAfterSeconds : undefined;
  return { kind: 'failed', error, ...(wait !== undefined && { retryAfterSeconds: wait }) };
}
