import type { Conversation } from './conversation';

/** The newest conversation that was started from a workspace. */
export function latestConversation(
  conversations: readonly Conversation[],
  workspace: string | undefined,
): Conversation | undefined {
  return conversations.find((conversation) => conversation.workspace === workspace);
}
