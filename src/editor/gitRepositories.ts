import * as vscode from 'vscode';
import type { EnclosingRepository } from '../domain/ports';
import type {
  NoRepositoryReason,
  RepositorySelection,
  RepositorySnapshot,
  SelectionReason,
} from '../domain/repository';
import type { GitApi, GitExtension, GitRepository } from './gitApi';
import { GitCommand } from './gitCommand';
import { gitSnapshot } from './gitSnapshot';

/** How long the Git extension may take to look at the workspace before we go on without it. */
const initializationMilliseconds = 10_000;

/** The active editor's repository, else the one selected in Source Control, else the only one. */
export async function selectRepository(): Promise<RepositorySelection> {
  const git = await gitApi();
  if (!git) return none(vscode.workspace.workspaceFolders ? 'gitUnavailable' : 'noFolder');
  if (git.repositories.length === 0) return none(vscode.workspace.workspaceFolders ? 'noRepository' : 'noFolder');
  const selected = selectedIn(git);
  if (!selected) return { kind: 'several' };
  const repository = await gitSnapshot(selected.repository, new GitCommand(git.git.path));
  return { kind: 'repository', repository, reason: selected.reason };
}

/** The deepest open repository that holds a file. */
export async function repositoryOf(path: string): Promise<EnclosingRepository | undefined> {
  const git = await gitApi();
  const repository = git?.getRepository(vscode.Uri.file(path));
  if (!git || !repository) return undefined;
  const root = repository.rootUri.fsPath;
  // The Git extension hands out another object each time.
  return { root, isSelected: selectedIn(git)?.repository.rootUri.fsPath === root };
}

function selectedIn(git: GitApi): { repository: GitRepository; reason: SelectionReason } | undefined {
  const [only, ...others] = git.repositories;
  if (only && others.length === 0) return { repository: only, reason: 'onlyOne' };
  const active = vscode.window.activeTextEditor?.document.uri;
  const ofActive = active?.scheme === 'file' ? git.getRepository(active) : null;
  if (ofActive) return { repository: ofActive, reason: 'activeEditor' };
  const selected = git.repositories.filter(({ ui }) => ui.selected);
  return selected.length === 1 && selected[0] ? { repository: selected[0], reason: 'sourceControl' } : undefined;
}

/** All repositories that are open, in the Git extension's order. One that cannot be read is left out. */
export async function listRepositories(): Promise<readonly RepositorySnapshot[]> {
  const git = await gitApi();
  if (!git) return [];
  const command = new GitCommand(git.git.path);
  const read = await Promise.allSettled(git.repositories.map((repository) => gitSnapshot(repository, command)));
  return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** The `git` that the Git extension found; `undefined` where there is none. */
export async function gitCommand(): Promise<GitCommand | undefined> {
  const git = await gitApi();
  return git && new GitCommand(git.git.path);
}

async function gitApi(): Promise<GitApi | undefined> {
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

function none(reason: NoRepositoryReason): RepositorySelection {
  return { kind: 'none', reason };
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
