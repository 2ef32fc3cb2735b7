import type { Conversation, ConversationChange } from '../../conversations/common/conversation';
import type { CloneRemote } from '../../repository/common/target';
import { gitCommand } from '../../repository/vscode/gitRepositories';
import { commitsOf, startCommitOf } from '../../repository/common/remoteBranches';
import { readRemoteBranches } from '../../repository/node/readRemoteBranches';
import type { ResultPorts } from './resultPorts';

/**
 * Saves what the remote's branches are when a conversation starts, as its clone knows them. Nothing is fetched.
 * @throws when it can't be saved: then, the conversation can be reviewed less exactly
 */
export async function rememberStart(
  { id, request }: Conversation,
  clone: CloneRemote,
  { history, snapshots }: Pick<ResultPorts, 'history' | 'snapshots'>,
): Promise<void> {
  const git = await gitCommand();
  const branches = git && (await readRemoteBranches(git, clone));
  if (!branches) return;
  const saved = await snapshots();
  const startCommit = startCommitOf(branches, request.selected_branch);
  const change: ConversationChange = {
    clone: clone.root,
    remote: clone.remote,
    remoteBranches: await saved.save(commitsOf(branches)),
    ...(startCommit !== undefined && { startCommit }),
  };
  await history.changed(id, change);
  await saved.keepOnly(digestsOf(history.conversations));
}

function digestsOf(conversations: readonly Conversation[]): ReadonlySet<string> {
  return new Set(conversations.flatMap(({ remoteBranches }) => remoteBranches ?? []));
}
