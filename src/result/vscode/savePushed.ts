import { pushedBranchNames, type Conversation } from '../../conversations/common/conversation';
import type { StartMemory } from '../../conversations/common/history';
import type { PushedBranch } from '../common/pushedBranches';

/** Number of names that are saved: more aren't shown. */
const maxNames = 10;

/** Saves with a conversation what was pushed since its start, if that has changed. */
export async function savePushed(
  conversation: Conversation,
  found: readonly PushedBranch[],
  history: Pick<StartMemory, 'changed'>,
): Promise<void> {
  const before = pushedBranchNames(conversation);
  const names = found.slice(0, maxNames).map(({ name }) => name);
  if (names.join('\n') === before.join('\n')) return;
  const isNews = names.some((name) => !before.includes(name));
  await history.changed(conversation.id, { pushed: names.join('\n'), ...(isNews && { pushedAt: Date.now() }) });
}
