import type { Log } from '../../base/log';
import type { Conversation, ConversationChange } from '../../conversations/conversation';
import { commitsOf, readRemoteBranches, startCommitOf } from '../../repository/remoteBranches';
import type { CloneRemote } from '../../repository/target';
import type { TargetPorts } from '../../repository/targets';
import { gitCommand } from '../../repository/vscode/gitRepositories';
import type { PushedBranch, RemoteAtStart } from '../pushedBranches';
import type { StartSnapshots } from '../startSnapshots';
import type { History } from '../../conversations/history';

/** Dependencies for reviewing what was pushed. */
export interface ResultPorts extends TargetPorts {
  readonly history: History;
  readonly snapshots: () => Promise<StartSnapshots>;
  readonly log: Log;
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

/** What {@link rememberStart} saved; `undefined` if it isn't known. */
export async function startOf(
  { remoteBranches, sentAt: at, resultBranch: asked }: Conversation,
  { snapshots }: Pick<ResultPorts, 'snapshots'>,
): Promise<RemoteAtStart | undefined> {
  const commits = remoteBranches === undefined ? undefined : await (await snapshots()).load(remoteBranches);
  return commits && { commits, at, asked };
}

/** Number of branches that are saved: a row names only the first. */
const maxSaved = 10;

/**
 * Saves with a conversation what others pushed since its start, if that has changed. Branches that may be the user's
 * own aren't saved.
 */
export async function savePushed(
  { id }: Conversation,
  found: readonly PushedBranch[],
  history: Pick<History, 'change' | 'get'>,
): Promise<void> {
  const ofOthers = found.filter(({ by }) => by === 'others').slice(0, maxSaved);
  const pushed = ofOthers.map(({ name, commit }) => `${name} ${commit.slice(0, 10)}`).join('\n');
  // Another window may have noticed it first.
  const known = history.get(id);
  if (known && pushed !== (known.pushed ?? '')) await history.change(id, { pushed, pushedAt: Date.now() });
}
