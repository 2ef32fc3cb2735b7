import type { CloneRemote } from '../../repository/common/target';
import type { GitCommand, ProgramResult } from '../../repository/node/gitCommand';
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
import { refFormat, remoteBranchesIn, type RemoteBranches, type RemoteBranchState } from '../common/remoteBranches';

const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** More branches than a user looks through; beyond it, Git isn't asked who pushed. */
const maxMoved = 200;
/** Commits whose dates and subjects are read at once: a command has a longest length. */
const maxDetailed = 400;

export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The branches of a remote, as of the last fetch; `undefined` when Git doesn't answer. */
export async function readRemoteBranches(
  git: GitCommand,
  { root, remote }: CloneRemote,
): Promise<RemoteBranches | undefined> {
  const prefix = refPrefix(remote);
  const answer = await git.run(['for-each-ref', `--format=${refFormat}`, prefix], { root, ...large });
  return answer.kind === 'text' ? remoteBranchesIn(answer.text, prefix) : undefined;
}

/**
 * What came or moved since each start, newest first; two questions to Git for all starts, and none if nothing has
 * moved. `undefined` when Git doesn't answer.
 */
export async function readPushed(
  git: GitCommand,
  place: CloneRemote,
  now: RemoteBranches,
  starts: readonly RemoteAtStart[],
): Promise<readonly (readonly PushedBranch[])[] | undefined> {
  const prefix = refPrefix(place.remote);
  const moved = starts.map((start) => movedBranches(now, start).slice(0, maxMoved));
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

/** The newest branches of a remote, wherever they come from. */
export async function readNewest(
  git: GitCommand,
  place: CloneRemote,
  { branches }: RemoteBranches,
): Promise<readonly PushedBranch[]> {
  const { root, remote } = place;
  const prefix = refPrefix(remote);
  const args = ['for-each-ref', '--sort=-committerdate', `--count=${maxDetailed}`, `--format=${refFormat}`, prefix];
  const answer = await git.run(args, { root, ...large });
  // Git can't sort by a date that is impossible.
  const sorted = answer.kind === 'text' ? remoteBranchesIn(answer.text, prefix).branches : branches;
  const some = sorted.slice(0, maxDetailed).map((branch) => ({ ...branch, by: 'unknown' as const }));
  return withDetails(some, await readDetails(git, place, some));
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
  branches: readonly RemoteBranchState[],
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

/**
 * The commit to compare a branch with: the newest one that it shares with where the agent began, or with where the
 * branch was before. A force push may share less. `undefined` if they share nothing, or it isn't in this clone.
 */
export async function commonCommit(
  git: GitCommand,
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<string | undefined> {
  return oid(await git.run(['merge-base', from, to], { root }));
}

/** Number of commits of `to` that `from` doesn't have; `undefined` when Git can't tell. */
export async function countCommits(
  git: GitCommand,
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<number | undefined> {
  const answer = await git.run(['rev-list', '--count', `${from}..${to}`, '--'], { root, milliseconds: 5000 });
  return answer.kind === 'text' ? Number(answer.text.trim()) : undefined;
}

/** A file that differs between two commits; paths are relative to the root, `undefined` where it doesn't exist. */
export interface ChangedFile {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `undefined` when Git doesn't answer. */
export async function changedFiles(
  git: GitCommand,
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<readonly ChangedFile[] | undefined> {
  const args = ['diff', '--name-status', '--find-renames', '-z', '--no-ext-diff', from, to, '--'];
  const answer = await git.run(args, { root, ...large });
  return answer.kind === 'text' ? changedFilesIn(answer.text) : undefined;
}

function changedFilesIn(output: string): readonly ChangedFile[] {
  const words = output.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < words.length;) {
    const [status = '', path = '', renamed = ''] = words.slice(at, at + 3);
    const isTwo = /^[RC]/.test(status);
    if (isTwo) files.push({ before: path, after: renamed });
    else files.push({ before: status === 'A' ? undefined : path, after: status === 'D' ? undefined : path });
    at += isTwo ? 3 : 2;
  }
  return files;
}

/** The commit of the clone's own branch of this name; `undefined` if it has none. */
export async function localCommit(git: GitCommand, { root }: CloneRemote, name: string): Promise<string | undefined> {
  return oid(await git.run(['rev-parse', '--verify', '--quiet', `refs/heads/${name}`], { root }));
}

/**
 * The ignored files in the working tree that a commit has: a checkout overwrites them without a word. Relative to the
 * root.
 */
export async function ignoredFilesIn(
  git: GitCommand,
  { root }: CloneRemote,
  commit: string,
): Promise<readonly string[]> {
  const ignored = await git.run(['ls-files', '--others', '--ignored', '--exclude-standard', '-z'], { root, ...large });
  const added = await git.run(['diff', '--name-only', '--diff-filter=A', '-z', 'HEAD', commit, '--'], {
    root,
    ...large,
  });
  if (ignored.kind !== 'text' || added.kind !== 'text') return [];
  const there = new Set(ignored.text.split('\0'));
  return added.text.split('\0').filter((file) => file !== '' && there.has(file));
}

function oid(answer: ProgramResult): string | undefined {
  const text = answer.kind === 'text' ? (answer.text.split('\n')[0] ?? '') : '';
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
