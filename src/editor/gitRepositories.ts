import * as vscode from 'vscode';
import type { Head, RepositorySelection, RepositorySnapshot, SelectionReason } from '../domain/repository';
import type { GitApi, GitBranch, GitExtension, GitRepository } from './gitApi';

/** How long the Git extension may take to look at the workspace before we go on without it. */
const initializationMilliseconds = 10_000;

/** The repositories of the workspace, as the built-in Git extension knows them. */
export class GitRepositories {
  /** The active editor's repository, else the one selected in Source Control, else the only one. */
  async select(): Promise<RepositorySelection> {
    const git = await this.#api();
    if (!git) return none(vscode.workspace.workspaceFolders ? 'gitUnavailable' : 'noFolder');
    const [only, ...others] = git.repositories;
    if (!only) return none(vscode.workspace.workspaceFolders ? 'noRepository' : 'noFolder');

    const active = vscode.window.activeTextEditor?.document.uri;
    const ofActive = active?.scheme === 'file' ? git.getRepository(active) : null;
    if (ofActive) return chosen(ofActive, others.length === 0 ? 'onlyOne' : 'activeEditor');
    if (others.length === 0) return chosen(only, 'onlyOne');
    const selected = git.repositories.filter(({ ui }) => ui.selected);
    if (selected.length === 1 && selected[0]) return chosen(selected[0], 'sourceControl');
    return { kind: 'several', repositories: await Promise.all(git.repositories.map(snapshot)) };
  }

  /** All repositories that are open, in the Git extension's order. */
  async list(): Promise<readonly RepositorySnapshot[]> {
    const git = await this.#api();
    return git ? Promise.all(git.repositories.map(snapshot)) : [];
  }

  async #api(): Promise<GitApi | undefined> {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    if (!extension) return undefined;
    try {
      const git = await extension.activate();
      if (!git.enabled) return undefined;
      const api = git.getAPI(1);
      await initialized(api);
      return api;
    } catch {
      // Thrown by getAPI when no `git` was found.
      return undefined;
    }
  }
}

function none(reason: Extract<RepositorySelection, { kind: 'none' }>['reason']): RepositorySelection {
  return { kind: 'none', reason };
}

async function chosen(repository: GitRepository, reason: SelectionReason): Promise<RepositorySelection> {
  return { kind: 'repository', repository: await snapshot(repository), reason };
}

async function initialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  let subscription: vscode.Disposable | undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    subscription = api.onDidChangeState((state) => {
      if (state === 'initialized') resolve();
    });
    timer = setTimeout(resolve, initializationMilliseconds);
  });
  subscription?.dispose();
  clearTimeout(timer);
}

async function snapshot(repository: GitRepository): Promise<RepositorySnapshot> {
  if (!repository.state.HEAD) await repository.status();
  const { HEAD, remotes } = repository.state;
  return {
    root: repository.rootUri.fsPath,
    head: headOf(HEAD),
    remotes: remotes.map(({ name, fetchUrl, pushUrl }) => ({ name, url: fetchUrl ?? pushUrl })),
  };
}

function headOf(head: GitBranch | undefined): Head {
  if (!head?.commit) return { kind: 'unborn', name: head?.name };
  if (!head.name) return { kind: 'detached', commit: head.commit };
  const { name, upstream } = head;
  return upstream
    ? { kind: 'branch', name, upstream: { remote: upstream.remote, name: upstream.name } }
    : { kind: 'branch', name };
}
