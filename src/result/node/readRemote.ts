import type { CloneRemote } from '../../repository/common/target';
import type { GitCommand, ProgramResult } from '../../repository/node/gitCommand';
import {
  movedBranches,
  pushedBranches,
  refChangesIn,
  reflogFormat,
  type PushedBranch,
  type RefChange,
  type RemoteAtStart,
} from '../common/pushedBranches';
import { refFormat, remoteBranchesIn, type RemoteBranches, type RemoteBranchState } from '../common/remoteBranches';

const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** More branches than a user looks through; beyond it, Git isn't asked who pushed. */
const maxMoved = 200;

export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The branches of a remote, newest first, as of the last fetch; `undefined` when Git doesn't answer. */
export async function readRemoteBranches(
  git: GitCommand,
  { root, remote }: CloneRemote,
): Promise<RemoteBranches | undefined> {
  const prefix = refPrefix(remote);
  const args = ['for-each-ref', '--sort=-committerdate', `--format=${refFormat}`, prefix];
  const answer = await git.run(args, { root, ...large });
  return answer.kind === 'text' ? remoteBranchesIn(answer.text, prefix) : undefined;
}

/** What came or moved since each start; one question to Git for all, and none if nothing has moved. */
export async function readPushed(
  git: GitCommand,
  place: CloneRemote,
  now: RemoteBranches,
  starts: readonly RemoteAtStart[],
): Promise<readonly (readonly PushedBranch[])[]> {
  const prefix = refPrefix(place.remote);
  const moved = starts.map((start) => movedBranches(now, start).slice(0, maxMoved));
  const refs = new Set(moved.flat().map(({ name }) => prefix + name));
  const changes = refs.size === 0 ? [] : await readChanges(git, place, [...refs]);
  return starts.map((start, index) => pushedBranches(moved[index] ?? [], changes, start, prefix));
}

/** Without a reflog, a ref has no changes. */
async function readChanges(
  git: GitCommand,
  { root }: CloneRemote,
  refs: readonly string[],
): Promise<readonly RefChange[]> {
  const format = [`--format=${reflogFormat}`, '--date=unix'];
  const answer = await git.run(['log', '--walk-reflogs', '--ignore-missing', ...format, ...refs, '--'], {
    root,
    ...large,
  });
  return answer.kind === 'text' ? refChangesIn(answer.text) : [];
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

/** The names of the clone's own branches that exist among some. */
export async function localBranches(
  git: GitCommand,
  { root }: CloneRemote,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const refs = names.map((name) => `refs/heads/${name}`);
  const answer = await git.run(['for-each-ref', '--format=%(refname:lstrip=2)', ...refs], { root });
  return new Set(answer.kind === 'text' ? answer.text.split('\n').filter((name) => names.includes(name)) : []);
}

/** The commit that a branch's changes since a start are compared with. */
export function baseOf(branch: Pick<PushedBranch, 'before'>, startCommit: string | undefined): string | undefined {
  return branch.before ?? startCommit;
}

/** The commit that the agent began from: that of the branch it was started on, else of the remote's default branch. */
export function startCommitOf(
  { branches, defaultBranch }: RemoteBranches,
  selectedBranch: string | undefined,
): string | undefined {
  const named = (name: string | undefined): RemoteBranchState | undefined =>
    branches.find((branch) => branch.name === name);
  return (selectedBranch === undefined ? named(defaultBranch) : named(selectedBranch))?.commit;
}

function oid(answer: ProgramResult): string | undefined {
  const text = answer.kind === 'text' ? (answer.text.split('\n')[0] ?? '') : '';
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
