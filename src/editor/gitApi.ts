import type { Event, Uri } from 'vscode';

/**
 * The part of the built-in Git extension's API (version 1) that we read. Written down here because the published
 * typings use `const enum`, which a bundler cannot resolve.
 */
export interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  /** Throws while Git is disabled or not found. */
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  /** The deepest open repository that holds the file. */
  getRepository(uri: Uri): GitRepository | null;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: GitRepositoryState;
  readonly ui: { readonly selected: boolean };
  /** Reads the repository's state anew. */
  status(): Promise<void>;
}

export interface GitRepositoryState {
  /** Undefined until the first status has been read. */
  readonly HEAD: GitBranch | undefined;
  readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
}

export interface GitBranch {
  /** Undefined when HEAD is detached. */
  readonly name?: string;
  /** Undefined before the first commit. */
  readonly commit?: string;
  readonly upstream?: { readonly remote: string; readonly name: string };
}
