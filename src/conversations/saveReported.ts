import { hasEnded, changeFromReport, isNews, isUnknown, needsUser, hasBeenReported } from './reportedStatus';
import type { Conversation } from './conversation';
import type { End } from './follower';
import type { ConversationState } from '../client/records';
import type { History } from './history';

export interface SavingPorts {
  readonly history: Pick<History, 'conversations' | 'get' | 'change' | 'claim'>;
  readonly now: () => number;
  /** Called with each end that no other window has saved yet. */
  readonly onEnd: (conversation: Conversation) => void;
}

/**
 * Saves what a service has reported of a conversation, for every start that led to it.
 * @param state `null` if the service doesn't know the conversation
 * @returns the end of the conversation, if this is an end that no other window has saved yet
 */
export async function saveReported(
  conversation: Conversation,
  state: ConversationState | null,
  ports: SavingPorts,
): Promise<End | undefined> {
  const { id } = conversation;
  for (const other of otherStarts(conversation, ports)) await saveForStart(other.id, state, ports);
  const end = await saveForStart(id, state, ports);
  if (end) ports.onEnd(end.conversation);
  return end;
}

/** Other starts that led to the same conversation. */
export function otherStarts(
  { id, baseUrl, conversationId }: Conversation,
  { history }: Pick<SavingPorts, 'history'>,
): readonly Conversation[] {
  return history.conversations.filter(
    (one) => one.conversationId === conversationId && one.baseUrl === baseUrl && one.id !== id,
  );
}

export function endState(conversation: Conversation): 'ended' | 'waiting' | 'unknown' {
  if (isUnknown(conversation)) return 'unknown';
  return needsUser(conversation) ? 'waiting' : 'ended';
}

async function saveForStart(
  id: string,
  state: ConversationState | null,
  { history, now }: SavingPorts,
): Promise<End | undefined> {
  const known = history.get(id);
  // The user has removed it meanwhile.
  if (!known) return undefined;
  const change = changeFromReport(known, state, now());
  if (!isNews(known, change)) return undefined;
  await history.change(id, change);
  const saved = history.get(id);
  // A later report in another window may say that it runs again.
  if (change.endedAt === undefined || !saved || !hasEnded(saved)) return undefined;
  if (!(await history.claim(id, `end${known.endedAt ?? 0}`))) return undefined;
  return { conversation: saved, isFirst: !hasBeenReported(known) };
}
