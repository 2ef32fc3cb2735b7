import type { Disposable } from '../base/lifecycle';
import type { LocalChanges } from './localChanges';
import type { RepositorySelection, RepositorySnapshot } from './repository';
import type { ListedBranches } from './remoteBranches';
import type { BranchPush, CloneRemote, RepositorySettings } from './target';

export interface Workspace {
  readonly isTrusted: boolean;
  /** The URI of the workspace's file or first folder; `undefined` in an empty window. */
  readonly id: string | undefined;
  /** The repository for a start, unless the user chooses another. Never prompts. */
  selectRepository(): Promise<RepositorySelection>;
  listRepositories(): Promise<readonly RepositorySnapshot[]>;
  /** The innermost open repository that contains a file, by the file's absolute path; `undefined` if there is none. */
  repositoryOf(path: string): Promise<EnclosingRepository | undefined>;
  repositoryActions(): Promise<RepositoryActions>;
  /** Calls back about each open repository: at once or when it's opened, and after each noticed change. */
  followRepositories(onDidChange: RepositoryListener): Promise<Disposable | undefined>;
  /** The settings that apply to a repository, or else to the first folder. */
  settingsFor(root?: string): RepositorySettings;
}

/** @param root absolute path of the repository's working tree */
export type RepositoryListener = (root: string, state: RepositoryState) => void;

interface RepositoryState {
  /** Name of the branch that is checked out, if known. */
  readonly branch: string | undefined;
  /** True if it is selected in Source Control. */
  readonly isSelected: boolean;
}

export interface EnclosingRepository {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** The paths of its remotes on their hosts. */
  readonly repositories: readonly string[];
  /** True if `selectRepository` currently selects it. */
  readonly isSelected: boolean;
}

/**
 * Operations on a repository, identified by its root. Reading changes nothing on disk. Fetch and push use the Git extension,
 * with its credentials, and only run at the user's request.
 */
export interface RepositoryActions {
  /**
   * The changes that the remote doesn't have.
   * @param trackingRef of the remote's branch: `refs/remotes/origin/main`. Without it, the branches of all remotes count
   */
  localChanges(root: string, trackingRef: string | undefined): Promise<LocalChanges>;
  /** The files with merge conflicts, relative to the root; `undefined` if Git fails. */
  conflictedFiles(root: string): Promise<readonly string[] | undefined>;
  remoteBranches(clone: CloneRemote): Promise<ListedBranches>;
  /**
   * @returns Git's message if the push succeeded, but its upstream couldn't be set
   * @throws an error with Git's message if the push failed
   */
  push(root: string, push: BranchPush): Promise<string | undefined>;
  fetch(clone: CloneRemote): Promise<void>;
}
