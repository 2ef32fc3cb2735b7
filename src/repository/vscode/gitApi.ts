import * as vscode from 'vscode';
import { pauseFor, systemClock } from '../../base/clock';

/**
 * The part of the built-in Git extension's API (version 1) that is used here. Declared here because the published
 * typings use `const enum`, which a bundler can't resolve.
 */
export interface GitExtension {
  readonly enabled: boolean;
  /** Throws while Git is disabled or not found. */
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** The `git` that the editor found. */
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  /** The innermost open one that contains the file. */
  getRepository(uri: vscode.Uri): GitRepository | null;
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  /** A document with the content of a file at a commit. */
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: GitRepositoryState;
  readonly ui: { readonly selected: boolean };
  /** Refreshes the repository's state. */
  status(): Promise<void>;
  // The following methods run Git with the editor's credentials and reject with an error that has Git's `stderr`.
  fetch(remote: string): Promise<void>;
  /** @param refspec passed on to Git as it is */
  push(remote: string, refspec: string, setUpstream: boolean): Promise<void>;
  checkout(branch: string): Promise<void>;
  createBranch(name: string, checkout: boolean, ref: string): Promise<void>;
}

export interface GitRepositoryState {
  readonly onDidChange: vscode.Event<void>;
  /** Undefined until the first status has been read. */
  readonly HEAD: GitBranch | undefined;
}

export interface GitBranch {
  /** Undefined when HEAD is detached and neither a tag nor a branch points to it. */
  readonly name?: string;
}

/** Time that the Git extension gets to look at the workspace before its answer is no longer awaited. */
const initializationMilliseconds = 10_000;

/**
 * The built-in Git extension, after it has looked at the workspace; `undefined` if it is off, or found no `git`. Never
 * rejects.
 */
export async function openGit(): Promise<GitApi | undefined> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    if (!git?.enabled) return undefined;
    const api = git.getAPI(1);
    await initialized(api);
    return api;
  } catch {
    // Thrown by getAPI when no `git` was found.
    return undefined;
  }
}

async function initialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  const done = new AbortController();
  const subscription = api.onDidChangeState((state) => state === 'initialized' && done.abort());
  await pauseFor(initializationMilliseconds, systemClock, done.signal);
  subscription.dispose();
}
