import type { RemoteLocation } from './remoteUrl';

/** State of a Git repository in the editor at one moment. Plain data: nothing in it changes later. */
export interface RepositorySnapshot {
  /** Absolute path of the working tree. */
  readonly root: string;
  readonly head: Head;
  readonly remotes: readonly Remote[];
  readonly changes: FileCounts;
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
  | { readonly kind: 'branch'; readonly name: string; readonly upstream?: Upstream }
  /** `at` is a tag, a remote branch, or an abbreviated commit hash. */
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  /** A repository without commits. */
  | { readonly kind: 'unborn'; readonly name: string | undefined };

export interface Upstream {
  /** Name of the remote; `.` when the upstream is a branch of this same repository. */
  readonly remote: string;
  /** The branch's name on that remote. */
  readonly name: string;
  /** Commits that only this clone has, and that only the remote has; absent when the remote's branch is gone. */
  readonly ahead?: number;
  readonly behind?: number;
}

/** Reason why this repository was selected. */
export type SelectionReason = 'activeEditor' | 'sourceControl' | 'onlyOne' | 'chosen';

/** Reason why no repository was selected. `gitFailed`: there is one, and Git didn't answer. */
export type NoRepositoryReason = 'noFolder' | 'gitUnavailable' | 'gitFailed' | 'noRepository';

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
