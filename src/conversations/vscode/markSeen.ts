import type { Conversation } from '../common/conversation';
import { unseenNewsAt } from '../common/conversationToShow';
import type { History } from '../common/history';

/** Remembers that the user looks at a conversation, if there is news of it since the last time. */
export async function markSeen(
  conversation: Conversation | undefined,
  history: Pick<History, 'changed'>,
): Promise<void> {
  if (conversation && unseenNewsAt(conversation) > 0) await saveLook(conversation, history);
}

/** Remembers that the user looks at a conversation. */
export async function saveLook(conversation: Conversation, history: Pick<History, 'changed'>): Promise<void> {
  // The clock may have been set back since the news.
  await history.changed(conversation.id, { lookedAt: Math.max(Date.now(), unseenNewsAt(conversation)) });
}
