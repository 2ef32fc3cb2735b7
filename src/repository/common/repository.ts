import type { RemoteLocation } from './remoteUrl';

/** What the editor knows of a Git repository at one moment. Plain data: nothing in it changes later. */
export interface RepositorySnapshot {
  /** Absolute path of the work tree. */
  readonly root: string;
  readonly head: Head;
  readonly remotes: readonly Remote[];
  readonly changes: FileCounts;
}

/** How many files differ from the last commit, by how. */
export interface FileCounts {
  readonly staged: number;
  readonly unstaged: number;
  readonly untracked: number;
  readonly conflicted: number;
}

export interface Remote {
  readonly name: string;
  /** Where it leads, `insteadOf` and names of SSH's configuration followed; `undefined` where that is no host. */
  readonly location: RemoteLocation | undefined;
}

export type Head =
  | { readonly kind: 'branch'; readonly name: string; readonly upstream?: Upstream }
  /** `at` is a tag, a remote branch, or the beginning of a commit's hash. */
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  /** A repository without a commit. */
  | { readonly kind: 'unborn'; readonly name: string | undefined };

export interface Upstream {
  /** Name of the remote; `.` when the upstream is a branch of this very repository. */
  readonly remote: string;
  /** The branch's name on that remote. */
  readonly name: string;
  /** Commits that only this clone has, and that only the remote has; absent when the remote's branch is gone. */
  readonly ahead?: number;
  readonly behind?: number;
}

/** Why this repository was taken. */
export type SelectionReason = 'activeEditor' | 'sourceControl' | 'onlyOne' | 'chosen';

/** Why there is no repository to take. */
export type NoRepositoryReason = 'noFolder' | 'gitUnavailable' | 'noRepository';

export type RepositorySelection =
  | { readonly kind: 'repository'; readonly repository: RepositorySnapshot; readonly reason: SelectionReason }
  | { readonly kind: 'several' }
  | { readonly kind: 'none'; readonly reason: NoRepositoryReason };

/** Whether a text can be a repository's path on its host: two or more names with "/" between them. */
export function isRepositoryPath(text: string): boolean {
  return text.includes('/') && !/\s|^\/|\/\/|\/$/.test(text);
}

/** Whether Git takes this for the name of a branch: the rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  // Git's rules are about bytes: of spaces and control characters it refuses those of ASCII alone.
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  if (name === '' || name === 'HEAD' || !name.isWellFormed()) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
