import type { Event, Uri } from 'vscode';

/**
 * The part of the built-in Git extension's API (version 1) that is used here. Declared here because the published
 * typings use `const enum`, which a bundler can't resolve.
 */
export interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  /** Throws while Git is disabled or not found. */
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** The `git` that the editor found. */
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  /** The innermost open repository that contains the file. */
  getRepository(uri: Uri): GitRepository | null;
  readonly onDidOpenRepository: Event<GitRepository>;
  /** A document with the content of a file at a commit. */
  toGitUri(uri: Uri, ref: string): Uri;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: GitRepositoryState;
  readonly ui: { readonly selected: boolean };
  /** Refreshes the repository's state. */
  status(): Promise<void>;
  // These run Git with the editor's credentials and reject with an error that has Git's `stderr`.
  fetch(remote: string): Promise<void>;
  checkout(branch: string): Promise<void>;
  createBranch(name: string, checkout: boolean, ref: string): Promise<void>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
}

export interface GitRepositoryState {
  readonly onDidChange: Event<void>;
  /** Undefined until the first status has been read. */
  readonly HEAD: GitBranch | undefined;
  /** The commit that is being rebased. */
  readonly rebaseCommit: object | undefined;
  readonly indexChanges: readonly GitChange[];
  /** Includes untracked files, unless `git.untrackedChanges` says otherwise. */
  readonly workingTreeChanges: readonly GitChange[];
  readonly mergeChanges: readonly GitChange[];
  readonly untrackedChanges?: readonly GitChange[];
  readonly remotes: readonly GitRemote[];
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string;
}

export interface GitChange {
  readonly status: number;
}

/** The value of `Status.UNTRACKED`. */
export const untrackedStatus = 7;

/** The value of `RefType.Head`: a local branch, not a tag or a remote branch. */
export const headType = 0;

export interface GitBranch {
  readonly type: number;
  /** Undefined when HEAD is detached and neither a tag nor a branch points to it. */
  readonly name?: string;
  /** Undefined before the first commit. */
  readonly commit?: string;
  readonly upstream?: { readonly remote: string; readonly name: string };
}
