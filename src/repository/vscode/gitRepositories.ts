import * as vscode from 'vscode';
import { activeFile } from '../../base/vscode/tabs';
import { localChanges as readLocalChanges, type LocalChanges } from '../localChanges';
import { listBranches, type ListedBranches } from '../remoteBranches';
import type { BranchPush, CloneRemote } from '../target';
import type { EnclosingRepository } from '../workspace';
import type { NoRepositoryReason, RepositorySelection, RepositorySnapshot, SelectionReason } from '../repository';
import { openGit, type GitApi, type GitRepository } from './gitApi';
import { GitCommand, largeOutput } from '../gitCommand';
import { readRepository, whyNotOpen } from '../readRepository';
import { parseRemoteUrl } from '../remoteUrl';
import { setUpstream } from '../upstream';

/** Selects the only repository, else the active editor's, else the one selected in Source Control. */
export async function selectRepository(): Promise<RepositorySelection> {
  const git = await openGit();
  if (!git || git.repositories.length === 0) return { kind: 'none', reason: await reasonForNone(git) };
  const selected = selectedRepository(git);
  if (!selected) return { kind: 'several' };
  const repository = await snapshotOf(selected.repository, git);
  return { kind: 'repository', repository, reason: selected.reason };
}

async function reasonForNone(git: GitApi | undefined): Promise<NoRepositoryReason> {
  const { workspaceFolders: folders } = vscode.workspace;
  if (!folders) return 'noFolder';
  if (!git) return 'gitUnavailable';
  const local = folders.filter(({ uri }) => uri.scheme === 'file');
  const reasons = await Promise.all(local.map(({ uri }) => whyNotOpen(new GitCommand(git.git.path, uri.fsPath))));
  return reasons.find((reason) => reason !== 'noRepository') ?? 'noRepository';
}

export async function repositoryOf(path: string): Promise<EnclosingRepository | undefined> {
  const git = await openGit();
  const repository = git?.getRepository(vscode.Uri.file(path));
  if (!git || !repository) return undefined;
  const root = repository.rootUri.fsPath;
  const locations = repository.state.remotes.map(({ fetchUrl = '' }) => parseRemoteUrl(fetchUrl)?.location);
  return {
    root,
    repositories: locations.flatMap((location) => location?.repository ?? []),
    // The Git extension returns a different object each time.
    isSelected: selectedRepository(git)?.repository.rootUri.fsPath === root,
  };
}

function selectedRepository(git: GitApi): { repository: GitRepository; reason: SelectionReason } | undefined {
  const [only, ...others] = git.repositories;
  if (only && others.length === 0) return { repository: only, reason: 'onlyOne' };
  const active = activeFile();
  // A comparison of staged changes shows two versions of a file, whose scheme is Git's.
  const activeRepository = active && ['file', 'git'].includes(active.scheme) ? git.getRepository(active) : null;
  if (activeRepository) return { repository: activeRepository, reason: 'activeEditor' };
  const selected = git.repositories.filter(({ ui }) => ui.selected);
  return selected.length === 1 && selected[0] ? { repository: selected[0], reason: 'sourceControl' } : undefined;
}

/** All open repositories, in the Git extension's order. Unreadable ones are omitted. */
export async function listRepositories(): Promise<readonly RepositorySnapshot[]> {
  const git = await openGit();
  if (!git) return [];
  const read = await Promise.allSettled(git.repositories.map((repository) => snapshotOf(repository, git)));
  return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** @throws when Git doesn't answer */
async function snapshotOf({ rootUri, state }: GitRepository, api: GitApi): Promise<RepositorySnapshot> {
  const snapshot = await readRepository(new GitCommand(api.git.path, rootUri.fsPath), state.HEAD?.name);
  if (!snapshot) throw new Error("Git doesn't answer.");
  return snapshot;
}

/** The `git` that the Git extension found, in a folder; `undefined` if there is none. */
export async function gitCommand(root: string): Promise<GitCommand | undefined> {
  const git = await openGit();
  return git && new GitCommand(git.git.path, root);
}

// This function and those below implement `RepositoryActions`.

export async function localChanges(root: string, trackingRef: string | undefined): Promise<LocalChanges> {
  const git = await gitCommand(root);
  if (!git) throw new Error("Git isn't available");
  return readLocalChanges(git, trackingRef);
}

export async function conflictedFiles(root: string): Promise<readonly string[] | undefined> {
  const git = await gitCommand(root);
  // Up to three versions of each file: `mode hash stage<tab>path`.
  const entries = await git?.list(['ls-files', '--unmerged', '-z'], largeOutput);
  return entries && [...new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)))];
}

export async function remoteBranches({ root, remote }: CloneRemote): Promise<ListedBranches> {
  const git = await gitCommand(root);
  return git ? listBranches(git, remote) : { branches: [], areAll: false };
}

export async function push(
  root: string,
  { remote, localBranch, branch, setsUpstream }: BranchPush,
): Promise<string | undefined> {
  const { api, repository } = await openRepository(root);
  // Full names on both sides, because Git's configuration may map a plain name to another branch.
  await repository.push(remote, `refs/heads/${localBranch}:refs/heads/${branch}`, false);
  return setsUpstream ? setUpstream(new GitCommand(api.git.path, root), localBranch, { remote, branch }) : undefined;
}

export async function fetch({ root, remote }: CloneRemote): Promise<void> {
  // Git would read such a name as an option.
  if (remote.startsWith('-')) throw new Error(`'${remote}' is not a valid remote name`);
  await (await openRepository(root)).repository.fetch(remote);
}

async function openRepository(root: string): Promise<{ readonly api: GitApi; readonly repository: GitRepository }> {
  const api = await openGit();
  const repository = api?.getRepository(vscode.Uri.file(root));
  if (!api || repository?.rootUri.fsPath !== root) throw new Error(`${root} isn't open`);
  return { api, repository };
}
