import type { Conversation, ConversationChange } from '../../conversations/common/conversation';
import type { CloneRemote } from '../../repository/common/target';
import { gitCommand } from '../../repository/vscode/gitRepositories';
import { commitsOf } from '../common/remoteBranches';
import { readRemoteBranches, startCommitOf } from '../node/readRemote';
import type { ResultPorts } from './resultPorts';

/**
 * Saves what the remote's branches are when a conversation starts, as its clone knows them. Nothing is fetched. Never
 * rejects: without it, a conversation can be reviewed less exactly.
 */
export async function rememberStart(
  { id, request }: Conversation,
  clone: CloneRemote,
  { history, snapshots, log }: Pick<ResultPorts, 'history' | 'snapshots' | 'log'>,
): Promise<void> {
  try {
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
  } catch (error) {
    log.warn("The remote's branches couldn't be saved for a start.", { error: String(error) });
  }
}

function digestsOf(conversations: readonly Conversation[]): ReadonlySet<string> {
  return new Set(conversations.flatMap(({ remoteBranches }) => remoteBranches ?? []));
}
