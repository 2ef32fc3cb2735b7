import type { LocalChanges } from './localChanges';
import type { RepositorySelection, RepositorySnapshot } from './repository';
import type { TargetPreferences } from './target';

/** What the editor knows of this window. */
export interface Workspace {
  /** Whether the person trusts what is open here. */
  readonly isTrusted: boolean;
  /** The URI of the workspace's file or first folder; `undefined` in an empty window. */
  readonly id: string | undefined;
  /** The repository that a start is about, unless somebody chooses another; never asks. */
  selectRepository(): Promise<RepositorySelection>;
  listRepositories(): Promise<readonly RepositorySnapshot[]>;
  /** The deepest open repository that holds a file, by the file's absolute path; `undefined` when none does. */
  repositoryOf(path: string): Promise<EnclosingRepository | undefined>;
  repositoryActions(): Promise<RepositoryActions>;
  /** Whether the path of a file is in a folder that is open, or in this one, and a link leads out of all of them. */
  leadsOutside(path: string, folder?: string): Promise<boolean>;
  /** Settings as they apply to a repository. */
  targetPreferences(root?: string): TargetPreferences;
  conversationInstructions(root?: string): string;
}

export interface EnclosingRepository {
  /** Absolute path of its work tree. */
  readonly root: string;
  /** Whether `selectRepository` takes it at this moment. */
  readonly isSelected: boolean;
}

/** A branch of a remote, as far as this clone knows. */
export interface RemoteBranch {
  readonly name: string;
  /** Of its latest commit, in milliseconds since 1970. */
  readonly committedAt: number;
}

/**
 * What can be done with a repository, by its root. Reading touches nothing on disk; the rest goes through the editor's
 * Git, with its credentials and its own error messages, and only when a person asked for it.
 */
export interface RepositoryActions {
  /** What the remote lacks: from the newest commit that `upstream` (`origin/main`) shares, or from HEAD without one. */
  localChanges(root: string, upstream: string | undefined): Promise<LocalChanges>;
  /** The files that a merge left with conflicts, relative to the root; none when Git does not answer. */
  conflictedFiles(root: string): Promise<readonly string[]>;
  /** Newest first. */
  remoteBranches(root: string, remote: string): Promise<readonly RemoteBranch[]>;
  push(root: string): Promise<void>;
  publish(root: string): Promise<void>;
  fetch(root: string): Promise<void>;
}
