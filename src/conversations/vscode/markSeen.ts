import type { Conversation } from '../common/conversation';
import { isUnseenEnd } from '../common/conversationToShow';
import type { History } from '../common/history';

/** Remembers that the user looks at a conversation, if it has ended since the last time. */
export async function markSeen(
  conversation: Conversation | undefined,
  history: Pick<History, 'changed'>,
): Promise<void> {
  if (!conversation || !isUnseenEnd(conversation)) return;
  await history.changed(conversation.id, { lookedAt: Math.max(Date.now(), conversation.endedAt ?? 0) });
}
