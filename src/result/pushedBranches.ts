import type { Conversation } from '../conversations/conversation';
import type { History } from '../conversations/history';
import { largeOutput, type GitCommand } from '../repository/gitCommand';
import {
  readBranchCheck,
  readNewestBranches,
  refPrefix,
  type KnownCommits,
  type RemoteBranch,
  type RemoteBranches,
} from '../repository/remoteBranches';

/** A change of a remote-tracking branch, from its reflog. */
interface RefChange {
  readonly ref: string;
  /** Time of the change, in seconds since 1970. */
  readonly at: number;
  readonly commit: string;
  /** Git's reason: `update by push`, `fetch origin: fast-forward`. */
  readonly reason: string;
}

/** A branch that was created or moved on the remote since a start. */
export interface PushedBranch extends RemoteBranch {
  /** The branch's commit at the start; absent if the branch is new. */
  readonly before?: string;
  /** `others` if another clone has pushed to it, `unknown` if the clone has no reflog of it. */
  readonly by: 'others' | 'unknown';
  /** First line of the newest commit's message. */
  readonly subject?: string;
}

/** The state of a remote when a conversation was started. */
export interface RemoteAtStart {
  readonly commits: KnownCommits;
  /** Time of the start, in milliseconds since 1970. */
  readonly at: number;
  readonly askedBranch?: string | undefined;
}

/** Signatures aren't verified: that would run another program, which may be slow. */
const gitLog = ['log', '--no-show-signature', '--encoding=UTF-8'];

/** More branches than a user looks through. Older ones are left out. */
const maxMoved = 200;
/** Commits whose dates and subjects are read with one command, since the length of a command line is limited. */
const maxDetailed = 400;

/**
 * The branches that were created or moved since each start, newest first; `undefined` if Git fails. Runs three Git commands
 * for all starts together, two more if very many branches have moved, and none if no branch has.
 */
export async function readPushedBranches(
  git: GitCommand,
  remote: string,
  current: RemoteBranches,
  starts: readonly RemoteAtStart[],
): Promise<readonly (readonly PushedBranch[])[] | undefined> {
  const prefix = refPrefix(remote);
  const movedIn = (branches: RemoteBranches) => starts.map((start) => movedBranches(branches, start));
  const found = movedIn(current);
  const hasTooMany = found.some(({ length }) => length > maxMoved);
  const moved = hasTooMany
    ? movedIn(await newestFirst(git, remote, current)).map((branches) => branches.slice(0, maxMoved))
    : found;
  const all = moved.flat();
  if (all.length === 0) return moved.map(() => []);
  const [changes, details, isBranch] = await Promise.all([
    readReflogs(git, [...new Set(all.map(({ name }) => prefix + name))]),
    readDetails(git, all),
    readBranchCheck(git, remote),
  ]);
  return (
    changes &&
    starts.map((start, index) => {
      const branches = (moved[index] ?? []).filter(({ name }) => isBranch(name));
      const pushed = pushedBranches(branches, changes, start, prefix);
      return withDetails(pushed, details, start.askedBranch);
    })
  );
}

/** Sorts branches by date. Git reads each branch's commit for that. If Git fails, they stay in their order. */
async function newestFirst(git: GitCommand, remote: string, current: RemoteBranches): Promise<RemoteBranches> {
  const branches = await readNewestBranches(git, remote, current.branches.length);
  return branches.length > 0 ? { ...current, branches } : current;
}

/** The newest branches of a remote, without looking at who pushed them. */
export async function readNewestPushed(git: GitCommand, remote: string): Promise<readonly PushedBranch[]> {
  const newest = await readNewestBranches(git, remote, maxDetailed);
  const branches = newest.map((branch) => ({ ...branch, by: 'unknown' as const }));
  return withDetails(branches, await readDetails(git, branches));
}

/**
 * The changes of refs, from their reflogs; a ref without a reflog has no changes here. Only the reflog tells which pushes
 * came from this clone: without it, the user's own branches would be announced as the agent's. `undefined` if Git fails.
 */
async function readReflogs(git: GitCommand, refs: readonly string[]): Promise<readonly RefChange[] | undefined> {
  const format = [`--format=${reflogFormat}`, '--date=unix'];
  const args = [...gitLog, '--walk-reflogs', '--ignore-missing', ...format, ...refs, '--'];
  const answer = await git.text(args, largeOutput);
  return answer === undefined ? undefined : parseRefChanges(answer);
}

/** Dates and subjects of the branches' commits. Empty if Git fails, because the names alone are useful, too. */
async function readDetails(git: GitCommand, branches: readonly RemoteBranch[]): Promise<CommitDetails> {
  const commits = [...new Set(branches.map(({ commit }) => commit))].slice(0, maxDetailed);
  const args = [...gitLog, '--no-walk=unsorted', `--format=${detailsFormat}`, ...commits, '--'];
  const answer = commits.length === 0 ? undefined : await git.text(args);
  return parseCommitDetails(answer ?? '');
}

/** The branches that are new, or at another commit than at the start. The branch that the agent was asked for comes first. */
function movedBranches({ branches }: RemoteBranches, { commits, askedBranch }: RemoteAtStart): readonly RemoteBranch[] {
  const moved = branches.filter(({ name, commit }) => commits.get(name) !== commit);
  return [...moved.filter(({ name }) => name === askedBranch), ...moved.filter(({ name }) => name !== askedBranch)];
}

type CommitDetails = ReadonlyMap<string, Pick<PushedBranch, 'committedAt' | 'subject'>>;

/** The format of `git log` that {@link parseCommitDetails} reads. */
const detailsFormat = '%H%x09%ct%x09%s';

export function parseCommitDetails(output: string): CommitDetails {
  const details = new Map<string, Pick<PushedBranch, 'committedAt' | 'subject'>>();
  for (const line of output.split('\n')) {
    const [, commit, seconds, subject] = /^([\da-f]{40,64})\t(\d*)\t(.*)$/s.exec(line) ?? [];
    if (commit === undefined || subject === undefined) continue;
    const committedAt = Number(seconds) * 1000;
    details.set(commit, { ...(committedAt > 0 && { committedAt }), subject });
  }
  return details;
}

/** The branches with the details of their commits, newest first. The branch that the agent was asked for stays first. */
function withDetails(
  branches: readonly PushedBranch[],
  details: CommitDetails,
  asked?: string,
): readonly PushedBranch[] {
  const rank = ({ name, committedAt = 0 }: PushedBranch) => (name === asked ? Infinity : committedAt);
  return branches.map((branch) => ({ ...branch, ...details.get(branch.commit) })).sort((a, b) => rank(b) - rank(a));
}

/**
 * The moved branches, except for those that only this clone has pushed to.
 * @param changes changes of these branches, the newest of each branch first; changes of other refs are ignored
 * @param prefix the beginning of a remote-tracking branch's full name: `refs/remotes/origin/`
 */
function pushedBranches(
  moved: readonly RemoteBranch[],
  changes: readonly RefChange[],
  start: RemoteAtStart,
  prefix: string,
): readonly PushedBranch[] {
  const byRef = Map.groupBy(changes, ({ ref }) => ref);
  return moved.flatMap((branch): PushedBranch[] => {
    const before = start.commits.get(branch.name);
    const since = changesSince(byRef.get(prefix + branch.name) ?? [], before, start.at);
    // Git doesn't translate its reasons.
    if (since.length > 0 && since.every(({ reason }) => reason === 'update by push')) return [];
    const by = since.length === 0 ? 'unknown' : 'others';
    return [{ ...branch, ...(before !== undefined && { before }), by }];
  });
}

/**
 * The changes since the start: those after the reflog's entry for the commit that the branch had then or, without that
 * entry, those with a later time.
 * Renaming the remote is in the reflog, but isn't a change of the branch.
 */
function changesSince(changes: readonly RefChange[], before: string | undefined, at: number): readonly RefChange[] {
  const seconds = Math.floor(at / 1000);
  const end = changes.findIndex((change) => change.commit === before && change.at <= seconds);
  return (end === -1 ? changes : changes.slice(0, end)).filter(
    ({ at: time, reason }) => time >= seconds && !reason.startsWith('remote: renamed '),
  );
}

/** The format of `git log --walk-reflogs --date=unix` that {@link parseRefChanges} reads. */
const reflogFormat = '%gD%x09%H%x09%gs';

/** The changes in the output of `git log --walk-reflogs`, the newest of each ref first. */
function parseRefChanges(output: string): readonly RefChange[] {
  return output.split('\n').flatMap((line) => {
    const [, ref, at, commit, reason] = /^(refs\/[^\t]+)@\{(\d+)\}\t([\da-f]+)\t(.*)$/s.exec(line) ?? [];
    if (ref === undefined || at === undefined || commit === undefined || reason === undefined) return [];
    return [{ ref, at: Number(at), commit, reason }];
  });
}

/** Number of branches that are saved with a conversation. Its row only names the first. */
const maxSaved = 10;

/**
 * Saves with a conversation which branches others have pushed since its start, if these have changed. Branches that the
 * user may have pushed aren't saved.
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
