import type { SharedState } from '../../base/vscode/walkthroughSteps';
import type { Log } from '../../base/log';
import type { Conversation, ConversationChange } from '../../conversations/conversation';
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
  /** Created with the first review. */
  readonly changesEditors: () => Promise<ChangesEditors>;
  readonly log: Log;
  readonly state: SharedState;
}

/**
 * Saves what the remote's branches are when a conversation starts, as its clone knows them. Nothing is fetched.
 * @throws when it can't be saved: then, the conversation can be reviewed less exactly
 */
export async function rememberStart(
  { id, request }: Conversation,
  clone: CloneRemote,
  { history, snapshots }: Pick<ResultPorts, 'history' | 'snapshots'>,
): Promise<void> {
  const git = await gitCommand(clone.root);
  const branches = git && (await readRemoteBranches(git, clone.remote));
  if (!branches) return;
  const saved = await snapshots();
  const startCommit = startCommitOf(branches, request.selected_branch);
  const change: ConversationChange = {
    clone: clone.root,
    remote: clone.remote,
    remoteBranches: await saved.save(commitsOf(branches)),
    ...(startCommit !== undefined && { startCommit }),
  };
  await history.change(id, change);
}
