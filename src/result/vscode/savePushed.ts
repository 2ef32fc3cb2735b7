import type { Conversation } from '../../conversations/common/conversation';
import type { History } from '../../conversations/common/history';
import type { PushedBranch } from '../common/pushedBranches';

/** Number of branches that are saved: a row names only the first. */
const maxSaved = 10;

/**
 * Saves with a conversation what others pushed since its start, if that has changed. Branches that may be the user's
 * own aren't saved.
 * @param isNews whether the user doesn't see it at this moment anyway
 */
export async function savePushed(
  { id }: Conversation,
  found: readonly PushedBranch[],
  history: Pick<History, 'changed' | 'get'>,
  isNews: boolean,
): Promise<void> {
  const ofOthers = found.filter(({ by }) => by === 'others').slice(0, maxSaved);
  const pushed = ofOthers.map(({ name, commit }) => `${name} ${commit.slice(0, 10)}`).join('\n');
  // Another window may have noticed it first.
  const { pushed: before = '' } = history.get(id) ?? {};
  if (pushed === before) return;
  const pushedAt = Date.now();
  const isMore = pushed.split('\n').some((line) => !before.split('\n').includes(line));
  await history.changed(id, { pushed, pushedAt, ...(isNews && isMore && { newsAt: pushedAt }) });
}
