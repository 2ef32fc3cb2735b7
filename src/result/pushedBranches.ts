import type { Conversation } from '../conversations/conversation';
import type { History } from '../conversations/history';
import { large, type GitCommand } from '../repository/gitCommand';
import {
  readNewestBranches,
  refPrefix,
  type KnownCommits,
  type RemoteBranch,
  type RemoteBranches,
} from '../repository/remoteBranches';

/** A change of a remote-tracking branch, from its reflog. */
export interface RefChange {
  /** Full name of the ref. */
  readonly ref: string;
  /** Time of the change, in seconds since 1970. */
  readonly at: number;
  /** The commit it moved to. */
  readonly commit: string;
  /** Git's reason: `update by push`, `fetch origin: fast-forward`. */
  readonly reason: string;
}

/** A branch that came or moved on the remote since a start. */
export interface PushedBranch extends RemoteBranch {
  /** The commit it was at before; absent if the branch is new. */
  readonly before?: string;
  /** `others`: it wasn't pushed from this clone alone; `unknown`: this clone has no reflog that tells. */
  readonly by: 'others' | 'unknown';
  /** First line of the newest commit's message. */
  readonly subject?: string;
}

export interface RemoteAtStart {
  readonly commits: KnownCommits;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Name of the branch that the agent was asked to push to. */
  readonly asked?: string | undefined;
}

/** A signature is verified by a program that may take long. */
const log = ['log', '--no-show-signature', '--encoding=UTF-8'];

/** More branches than a user looks through; of older ones, Git isn't asked who pushed them. */
const maxMoved = 200;
/** Commits whose dates and subjects are read at once: a command has a longest length. */
const maxDetailed = 400;

/**
 * The branches that were added or moved since each start, newest first; `undefined` when Git doesn't answer. Two Git
 * commands are run for all starts together, three if very many branches have moved, and none if none have.
 */
export async function readPushed(
  git: GitCommand,
  remote: string,
  now: RemoteBranches,
  starts: readonly RemoteAtStart[],
): Promise<readonly (readonly PushedBranch[])[] | undefined> {
  const prefix = refPrefix(remote);
  const movedIn = (branches: RemoteBranches) => starts.map((start) => movedBranches(branches, start));
  const found = movedIn(now);
  const isMuch = found.some(({ length }) => length > maxMoved);
  const moved = isMuch
    ? movedIn(await newestFirst(git, remote, now)).map((branches) => branches.slice(0, maxMoved))
    : found;
  const all = moved.flat();
  if (all.length === 0) return moved.map(() => []);
  const [changes, details] = await Promise.all([
    readReflogs(git, [...new Set(all.map(({ name }) => prefix + name))]),
    readDetails(git, all),
  ]);
  return (
    changes &&
    starts.map((start, index) => {
      const pushed = pushedBranches(moved[index] ?? [], changes, start, prefix);
      return withDetails(pushed, details, start.asked);
    })
  );
}

/** Git looks at every commit for that. In their order if it doesn't answer. */
async function newestFirst(git: GitCommand, remote: string, now: RemoteBranches): Promise<RemoteBranches> {
  const branches = await readNewestBranches(git, remote, now.branches.length);
  return branches.length > 0 ? { ...now, branches } : now;
}

/** The newest branches of a remote, wherever they come from. */
export async function readNewest(git: GitCommand, remote: string): Promise<readonly PushedBranch[]> {
  const newest = await readNewestBranches(git, remote, maxDetailed);
  const branches = newest.map((branch) => ({ ...branch, by: 'unknown' as const }));
  return withDetails(branches, await readDetails(git, branches));
}

/**
 * The changes of refs by their reflogs; a ref without a reflog has none. Nothing else tells what this clone pushed
 * itself, so without them the user's own branches would be announced as the agent's. `undefined` when Git doesn't
 * answer.
 */
async function readReflogs(git: GitCommand, refs: readonly string[]): Promise<readonly RefChange[] | undefined> {
  const format = [`--format=${reflogFormat}`, '--date=unix'];
  const args = [...log, '--walk-reflogs', '--ignore-missing', ...format, ...refs, '--'];
  const answer = await git.text(args, large);
  return answer === undefined ? undefined : refChangesIn(answer);
}

/** Empty when Git doesn't answer: names are enough. */
async function readDetails(git: GitCommand, branches: readonly RemoteBranch[]): Promise<CommitDetails> {
  const commits = [...new Set(branches.map(({ commit }) => commit))].slice(0, maxDetailed);
  const args = [...log, '--no-walk=unsorted', `--format=${detailsFormat}`, ...commits, '--'];
  const answer = commits.length === 0 ? undefined : await git.text(args);
  return commitDetailsIn(answer ?? '');
}

/** True if a fetch brings new branches of the remote; a shallow or single-branch clone fetches only those it has. */
export async function fetchesAllBranches(git: GitCommand, remote: string): Promise<boolean> {
  const refspecs = await git.text(['config', '--get-all', `remote.${remote}.fetch`]);
  return /^\+?refs\/heads\/\*:/m.test(refspecs ?? '');
}

/** The branches that are new or at another commit than at a start; the one that was asked for comes first. */
export function movedBranches(
  { branches }: RemoteBranches,
  { commits, asked }: RemoteAtStart,
): readonly RemoteBranch[] {
  const moved = branches.filter(({ name, commit }) => commits.get(name) !== commit);
  return [...moved.filter(({ name }) => name === asked), ...moved.filter(({ name }) => name !== asked)];
}

/** A commit's date and subject, by its id. */
export type CommitDetails = ReadonlyMap<string, Pick<PushedBranch, 'committedAt' | 'subject'>>;

/** The format of `git log` that {@link commitDetailsIn} reads. */
const detailsFormat = '%H%x09%ct%x09%s';

export function commitDetailsIn(output: string): CommitDetails {
  const details = new Map<string, Pick<PushedBranch, 'committedAt' | 'subject'>>();
  for (const line of output.split('\n')) {
    const [, commit, seconds, subject] = /^([\da-f]{40,64})\t(\d*)\t(.*)$/s.exec(line) ?? [];
    if (commit === undefined || subject === undefined) continue;
    const committedAt = Number(seconds) * 1000;
    details.set(commit, { ...(committedAt > 0 && { committedAt }), subject });
  }
  return details;
}

/** The branches with the details of their commits, newest first; the one that was asked for stays first. */
function withDetails(
  branches: readonly PushedBranch[],
  details: CommitDetails,
  asked?: string,
): readonly PushedBranch[] {
  const rank = ({ name, committedAt = 0 }: PushedBranch) => (name === asked ? Infinity : committedAt);
  return branches
    .map((branch) => ({ ...branch, ...details.get(branch.commit) }))
    .sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

/**
 * The moved branches without those that only this clone pushed.
 * @param changes changes of these branches, the newest of each branch first; those of other refs are ignored
 * @param prefix of a branch's full name: `refs/remotes/origin/`
 */
export function pushedBranches(
  moved: readonly RemoteBranch[],
  changes: readonly RefChange[],
  start: RemoteAtStart,
  prefix: string,
): readonly PushedBranch[] {
  const byRef = Map.groupBy(changes, ({ ref }) => ref);
  return moved.flatMap((branch): PushedBranch[] => {
    const before = start.commits.get(branch.name);
    const since = changesSince(byRef.get(prefix + branch.name) ?? [], before, start.at);
    // Git gives the same reason in every language.
    if (since.length > 0 && since.every(({ reason }) => reason === 'update by push')) return [];
    const by = since.length === 0 ? 'unknown' : 'others';
    return [{ ...branch, ...(before !== undefined && { before }), by }];
  });
}

/** The changes after the branch was at the commit that it had at the start; without that one, those after its time. */
function changesSince(changes: readonly RefChange[], before: string | undefined, at: number): readonly RefChange[] {
  const seconds = Math.floor(at / 1000);
  const end = changes.findIndex((change) => change.commit === before && change.at <= seconds);
  return (end === -1 ? changes : changes.slice(0, end)).filter((change) => change.at >= seconds);
}

/** The format of `git log --walk-reflogs --date=unix` that {@link refChangesIn} reads. */
const reflogFormat = '%gD%x09%H%x09%gs';

/** The changes in the output of `git log --walk-reflogs`, the newest of each ref first. */
export function refChangesIn(output: string): readonly RefChange[] {
  return output.split('\n').flatMap((line) => {
    const [, ref, at, commit, reason] = /^(refs\/[^\t]+)@\{(\d+)\}\t([\da-f]+)\t(.*)$/s.exec(line) ?? [];
    if (ref === undefined || at === undefined || commit === undefined || reason === undefined) return [];
    return [{ ref, at: Number(at), commit, reason }];
  });
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
