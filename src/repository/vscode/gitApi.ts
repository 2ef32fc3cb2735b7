import * as vscode from 'vscode';
import { pauseFor, systemClock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { RepositoryListener } from '../workspace';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';

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
  /** The `git` that VS Code found. */
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  /** The innermost open repository that contains the file. */
  getRepository(uri: vscode.Uri): GitRepository | null;
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  /** A document with the content of a file at a commit. */
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: GitRepositoryState;
  readonly ui: {
    /** True if it's selected in Source Control. */
    readonly selected: boolean;
    readonly onDidChange: vscode.Event<void>;
  };
  /** Refreshes the repository's state. */
  status(): Promise<void>;
  // The methods below run Git with VS Code's credentials. They reject with an error that has Git's `stderr`.
  fetch(remote: string): Promise<void>;
  /** @param refspec passed to Git unchanged */
  push(remote: string, refspec: string, setUpstream: boolean): Promise<void>;
  checkout(branch: string): Promise<void>;
  createBranch(name: string, checkout: boolean, ref: string): Promise<void>;
}

interface GitRepositoryState {
  readonly onDidChange: vscode.Event<void>;
  /** Undefined until the first status has been read. */
  readonly HEAD: GitBranch | undefined;
  readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[];
}

interface GitBranch {
  /** Undefined when HEAD is detached and neither a tag nor a branch points to it. */
  readonly name?: string;
}

/** How long the Git extension is waited for, while it looks for repositories. */
const initializationMilliseconds = 10_000;

/**
 * The API of the built-in Git extension, once it has looked for repositories; `undefined` if it's disabled, or found no
 * `git`. Never rejects.
 */
export async function openGit(): Promise<GitApi | undefined> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    if (!git?.enabled) return undefined;
    const api = git.getAPI(1);
    await untilInitialized(api);
    return api;
  } catch {
    // Thrown by getAPI when no `git` was found.
    return undefined;
  }
}

async function untilInitialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  const done = new AbortController();
  const subscription = api.onDidChangeState((state) => state === 'initialized' && done.abort());
  await pauseFor(initializationMilliseconds, systemClock, done.signal);
  subscription.dispose();
}

/** Calls back about each open repository: at once or when it's opened, and after each change that the Git extension notices. */
export function followRepositories(api: GitApi, onDidChange: RepositoryListener): Disposable {
  const store = new DisposableStore();
  const follow = ({ rootUri, state, ui }: GitRepository) => {
    const tell = () => onDidChange(rootUri.fsPath, { branch: state.HEAD?.name, isSelected: ui.selected });
    store.add(state.onDidChange(tell));
    store.add(ui.onDidChange(tell));
    tell();
  };
  for (const repository of api.repositories) follow(repository);
  store.add(api.onDidOpenRepository(follow));
  return store;
}

export function gitOutput(): Remedy {
  return commandRemedy(vscode.l10n.t('Show Git Output'), 'git.showOutput');
}
