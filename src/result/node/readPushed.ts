import type { CloneRemote } from '../../repository/common/target';
import type { GitCommand } from '../../repository/node/gitCommand';
import {
  commitDetailsIn,
  detailsFormat,
  movedBranches,
  pushedBranches,
  refChangesIn,
  reflogFormat,
  withDetails,
  type CommitDetails,
  type PushedBranch,
  type RefChange,
  type RemoteAtStart,
} from '../common/pushedBranches';
import type { RemoteBranch, RemoteBranches } from '../../repository/common/remoteBranches';
import { readNewestBranches, refPrefix } from '../../repository/node/readRemoteBranches';

const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** More branches than a user looks through; of older ones, Git isn't asked who pushed them. */
const maxMoved = 200;
/** Commits whose dates and subjects are read at once: a command has a longest length. */
const maxDetailed = 400;

/**
 * What came or moved since each start, newest first; two questions to Git for all starts, three if very much has moved,
 * and none if nothing has. `undefined` when Git doesn't answer.
 */
export async function readPushed(
  git: GitCommand,
  place: CloneRemote,
  now: RemoteBranches,
  starts: readonly RemoteAtStart[],
): Promise<readonly (readonly PushedBranch[])[] | undefined> {
  const prefix = refPrefix(place.remote);
  const isMuch = starts.some((start) => movedBranches(now, start).length > maxMoved);
  const ordered = isMuch ? await newestFirst(git, place, now) : now;
  const moved = starts.map((start) => movedBranches(ordered, start).slice(0, maxMoved));
  const all = moved.flat();
  if (all.length === 0) return moved.map(() => []);
  const [changes, details] = await Promise.all([
    readChanges(git, place, [...new Set(all.map(({ name }) => prefix + name))]),
    readDetails(git, place, all),
  ]);
  return (
    changes &&
    starts.map((start, index) =>
      withDetails(pushedBranches(moved[index] ?? [], changes, start, prefix), details, start.asked),
    )
  );
}

/** Git looks at every commit for that. In their order if it doesn't answer. */
async function newestFirst(git: GitCommand, place: CloneRemote, now: RemoteBranches): Promise<RemoteBranches> {
  const branches = await readNewestBranches(git, place, now.branches.length);
  return branches.length > 0 ? { ...now, branches } : now;
}

/** The newest branches of a remote, wherever they come from. */
export async function readNewest(git: GitCommand, place: CloneRemote): Promise<readonly PushedBranch[]> {
  const newest = await readNewestBranches(git, place, maxDetailed);
  const branches = newest.map((branch) => ({ ...branch, by: 'unknown' as const }));
  return withDetails(branches, await readDetails(git, place, branches));
}

/** Without a reflog, a ref has no changes. */
async function readChanges(
  git: GitCommand,
  { root }: CloneRemote,
  refs: readonly string[],
): Promise<readonly RefChange[] | undefined> {
  const format = [`--format=${reflogFormat}`, '--date=unix', '--encoding=UTF-8'];
  const args = ['log', '--walk-reflogs', '--ignore-missing', ...format, ...refs, '--'];
  const answer = await git.run(args, { root, ...large });
  return answer.kind === 'text' ? refChangesIn(answer.text) : undefined;
}

/** Empty when Git doesn't answer: names are enough. */
async function readDetails(
  git: GitCommand,
  { root }: CloneRemote,
  branches: readonly RemoteBranch[],
): Promise<CommitDetails> {
  const commits = [...new Set(branches.map(({ commit }) => commit))].slice(0, maxDetailed);
  const args = ['log', '--no-walk=unsorted', '--encoding=UTF-8', `--format=${detailsFormat}`, ...commits, '--'];
  const answer = commits.length === 0 ? undefined : await git.run(args, { root, bytes: 1024 * 1024 });
  return answer?.kind === 'text' ? commitDetailsIn(answer.text) : new Map();
}

/** True if a fetch brings new branches of the remote; a shallow or single-branch clone fetches only those it has. */
export async function fetchesAllBranches(git: GitCommand, { root, remote }: CloneRemote): Promise<boolean> {
  const answer = await git.run(['config', '--get-all', `remote.${remote}.fetch`], { root });
  return answer.kind === 'text' && answer.text.split('\n').some((refspec) => /^\+?refs\/heads\/\*:/.test(refspec));
}
