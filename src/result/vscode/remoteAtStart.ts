import type { Report } from '../../base/vscode/explanation';
import type { GlobalState } from '../../base/globalState';
import type { Log } from '../../base/log';
import type { Conversation, ConversationChange } from '../../conversations/conversation';
import type { GitCommand } from '../../repository/gitCommand';
import { commitsOf, readRemoteBranches, startCommitOf } from '../../repository/remoteBranches';
import type { CloneRemote } from '../../repository/target';
import type { TargetPorts } from '../../repository/targets';
import { gitCommand } from '../../repository/vscode/gitRepositories';
import type { StartSnapshots } from '../startSnapshots';
import type { ChangesEditors } from './changesEditors';
import type { History } from '../../conversations/history';

export interface ResultPorts extends TargetPorts {
  readonly history: History;
  readonly snapshots: () => Promise<StartSnapshots>;
  /** Created when the first result is reviewed. */
  readonly changesEditors: () => Promise<ChangesEditors>;
  readonly log: Log;
  readonly report: Report;
  readonly state: GlobalState;
}

/**
 * Saves the remote's branches at the start of a conversation, as of the last fetch. Doesn't fetch.
 * @throws if they can't be saved. The conversation can still be reviewed then, but less exactly
 */
export async function saveRemoteAtStart(
  { id, request }: Conversation,
  clone: CloneRemote,
  { history, snapshots }: Pick<ResultPorts, 'history' | 'snapshots'>,
): Promise<void> {
  const git = await gitCommand(clone.root);
  const branches = git && (await readRemoteBranches(git, clone.remote));
  if (!branches) return;
  const { root, remote } = clone;
  if (branches.branches.length === 0 && (await hasRefs(git))) {
    await history.change(id, { clone: root, remote });
    return;
  }
  const saved = await snapshots();
  const startCommit = startCommitOf(branches, request.selected_branch);
  const change: ConversationChange = {
    clone: root,
    remote,
    remoteBranches: await saved.save(commitsOf(branches)),
    ...(startCommit !== undefined && { startCommit }),
  };
  await history.change(id, change);
}

/** False in a clone of an empty remote. In others, a remote without branches may only be one that wasn't fetched yet. */
async function hasRefs(git: GitCommand): Promise<boolean> {
  return (await git.text(['for-each-ref', '--count=1'])) !== '';
}
