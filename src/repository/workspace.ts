import type { LocalChanges } from './localChanges';
import type { RepositorySelection, RepositorySnapshot } from './repository';
import type { RemoteBranch } from './remoteBranches';
import type { BranchPush, CloneRemote, RepositorySettings } from './target';

/** State of this window in the editor. */
export interface Workspace {
  readonly isTrusted: boolean;
  /** The URI of the workspace's file or first folder; `undefined` in an empty window. */
  readonly id: string | undefined;
  /** The repository that a start is about, unless another one is chosen; never prompts. */
  selectRepository(): Promise<RepositorySelection>;
  listRepositories(): Promise<readonly RepositorySnapshot[]>;
  /** The innermost open repository that contains a file, by the file's absolute path; `undefined` if there is none. */
  repositoryOf(path: string): Promise<EnclosingRepository | undefined>;
  repositoryActions(): Promise<RepositoryActions>;
  /** Settings as they apply to a repository, else to the first folder. */
  settingsFor(root?: string): RepositorySettings;
}

export interface EnclosingRepository {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** True if `selectRepository` currently selects it. */
  readonly isSelected: boolean;
}

/**
 * Operations on a repository, identified by its root. Reading touches nothing on disk; the rest goes through the
 * editor's Git, with its credentials and its own error messages, and only at the user's request.
 */
export interface RepositoryActions {
  /**
   * The changes that the remote lacks: since the newest commit shared with the ref, `refs/remotes/origin/main`, or with
   * any remote's branch if there is none; otherwise since HEAD.
   */
  localChanges(root: string, trackingRef: string | undefined): Promise<LocalChanges>;
  /** The files that a merge left with conflicts, relative to the root; none when Git doesn't answer. */
  conflictedFiles(root: string): Promise<readonly string[]>;
  /** The newest ones, newest first. */
  remoteBranches(clone: CloneRemote): Promise<readonly RemoteBranch[]>;
  /**
   * Rejects with Git's own words.
   * @returns Git's words if only the upstream couldn't be set
   */
  push(root: string, push: BranchPush): Promise<string | undefined>;
  fetch(clone: CloneRemote): Promise<void>;
}
