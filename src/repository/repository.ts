import type { RemoteLocation } from './remoteUrl';

/** State of a Git repository in the editor at one moment. Plain data: nothing in it changes later. */
export interface RepositorySnapshot {
  /** Absolute path of the working tree. */
  readonly root: string;
  readonly head: Head;
  readonly remotes: readonly Remote[];
  /** Repositories that the branch is configured to use by their URLs, which are their names here. */
  readonly unnamedRemotes?: readonly Remote[];
  /** `undefined` if they couldn't be counted: there are too many, or Git takes too long. */
  readonly changes: FileCounts | undefined;
}

/** Number of files that differ from the last commit, by kind of change. */
export interface FileCounts {
  readonly staged: number;
  readonly unstaged: number;
  readonly untracked: number;
  readonly conflicted: number;
}

export interface Remote {
  readonly name: string;
  /** Resolved location, with `insteadOf` and SSH host aliases applied; `undefined` if that isn't a host. */
  readonly location: RemoteLocation | undefined;
}

export type Head =
  | BranchHead
  /** `at` is a tag, a remote branch, or an abbreviated commit hash. */
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  /** A repository without commits. */
  | { readonly kind: 'unborn' };

/** The branch that is checked out, and where its commits come from and go to. */
export interface BranchHead {
  readonly kind: 'branch';
  readonly name: string;
  /** The branch that Git pulls from. */
  readonly upstream?: RemoteBranchState;
  /** The branch that Git pushes to, `@{push}`, whether it exists there or not; absent if Git's configuration names none. */
  readonly push?: RemoteBranchState;
  /** The remote that Git is configured to push to: its name, or a URL. */
  readonly pushRemote?: string;
  /** The ref that Git pulls from if it isn't a branch of a remote: `refs/pull/1/head`, or a branch of this clone. */
  readonly pulledRef?: string;
  /** The branches of this name on the remotes, whether they exist there or not. */
  readonly sameName: readonly RemoteBranchState[];
}

/** A branch of a remote as a clone knows it since the last fetch. */
export interface RemoteBranchState {
  /** Name of the remote, or its URL if it has none. */
  readonly remote: string;
  readonly name: string;
  /** Full name of the ref that a fetch updates, `refs/remotes/origin/main`; absent if this clone doesn't fetch the branch. */
  readonly ref?: string;
  /** Commits that only this clone has, and that only the remote has; absent if there is no such ref. */
  readonly ahead?: number;
  readonly behind?: number;
}

export type SelectionReason = 'activeEditor' | 'sourceControl' | 'onlyOne' | 'chosen';

/**
 * Reason why no repository was selected. `gitFailed`: there is one, and Git didn't answer. Not open in the editor:
 * `inParentFolder`, one that contains the folder; `unsafe`, one of another user, which Git doesn't read; `notOpen`, the
 * folder's.
 */
export type NoRepositoryReason =
  'noFolder' | 'gitUnavailable' | 'gitFailed' | 'noRepository' | 'inParentFolder' | 'unsafe' | 'notOpen';

export type RepositorySelection =
  | { readonly kind: 'repository'; readonly repository: RepositorySnapshot; readonly reason: SelectionReason }
  | { readonly kind: 'several' }
  | { readonly kind: 'none'; readonly reason: NoRepositoryReason };

/** True if the text can be a repository's path on its host: two or more names separated by "/". */
export function isRepositoryPath(text: string): boolean {
  return text.includes('/') && !/\s|^\/|\/\/|\/$/.test(text);
}

/** True if Git accepts this as a branch name: the rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  // Git's rules are about bytes: of spaces and control characters, it rejects only the ASCII ones.
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  if (name === '' || name === 'HEAD' || !name.isWellFormed()) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
