import type { RemoteLocation } from './remoteUrl';

/** State of a Git repository in VS Code at one moment. It doesn't change later. */
export interface RepositorySnapshot {
  /** Absolute path of the working tree. */
  readonly root: string;
  readonly head: Head;
  readonly remotes: readonly Remote[];
  /** Repositories that the branch is configured to use by URL. Their `name` is the URL. */
  readonly unnamedRemotes?: readonly Remote[];
  /** `undefined` if they couldn't be counted, because there are too many, or Git takes too long. */
  readonly changes: FileCounts | undefined;
}

/** Numbers of files with changes. A file that was changed again after it was staged is both staged and unstaged. */
export interface FileCounts {
  readonly staged: number;
  readonly unstaged: number;
  readonly untracked: number;
  readonly conflicted: number;
  /** Each file once. */
  readonly total: number;
}

export interface Remote {
  readonly name: string;
  /** Location with `insteadOf` and SSH host aliases applied; `undefined` if it isn't on a host. */
  readonly location: RemoteLocation | undefined;
}

export type Head =
  | BranchHead
  /** `at` is a tag, a remote branch, or an abbreviated commit hash. */
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  /** A repository without commits. */
  | { readonly kind: 'unborn' };

export interface BranchHead {
  readonly kind: 'branch';
  readonly name: string;
  readonly upstream?: RemoteBranchState;
  /** The branch that Git pushes to (`@{push}`), even if it doesn't exist yet; absent if none is configured. */
  readonly push?: RemoteBranchState;
  /** The name or URL of the remote that Git is configured to push to. */
  readonly pushRemote?: string;
  /** The ref that Git pulls from if it isn't a branch of a remote: `refs/pull/1/head`, or a branch of this clone. */
  readonly pulledRef?: string;
  /** The branch of this name on each remote, even if it doesn't exist there. */
  readonly sameName: readonly RemoteBranchState[];
}

/** A remote branch as of the last fetch. */
export interface RemoteBranchState {
  /** Name of the remote, or its URL if it has none. */
  readonly remote: string;
  readonly name: string;
  /** Full name of the ref that a fetch updates: `refs/remotes/origin/main`. Absent if this clone doesn't fetch the branch. */
  readonly ref?: string;
  /** Number of commits that only this clone has; absent if the ref doesn't exist. */
  readonly ahead?: number;
  /** Number of commits that only the remote has; absent if the ref doesn't exist. */
  readonly behind?: number;
}

export type SelectionReason = 'activeEditor' | 'sourceControl' | 'onlyOne' | 'chosen' | 'named';

/**
 * Reason why no repository was selected. `gitFailed`: there is one, but Git failed. VS Code hasn't opened `inParentFolder`,
 * which contains the folder, `unsafe`, which belongs to another user, so that Git doesn't read it, and `notOpen`, which is
 * the folder itself.
 */
export type NoRepositoryReason =
  'noFolder' | 'gitUnavailable' | 'gitFailed' | 'noRepository' | 'inParentFolder' | 'unsafe' | 'notOpen';

export type RepositorySelection =
  | { readonly kind: 'repository'; readonly repository: RepositorySnapshot; readonly reason: SelectionReason }
  | { readonly kind: 'several' }
  | { readonly kind: 'none'; readonly reason: NoRepositoryReason };

export function isRepositoryPath(text: string): boolean {
  return text.includes('/') && !/\s|^\/|\/\/|\/$/.test(text);
}

/** True if Git accepts this as a branch name: the rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  // Git only rejects ASCII spaces and control characters, not those of Unicode.
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  if (name === '' || name === 'HEAD' || !name.isWellFormed()) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
