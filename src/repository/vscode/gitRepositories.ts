import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { localChanges as readLocalChanges, type LocalChanges } from '../localChanges';
import { readNewestBranches, type RemoteBranch } from '../remoteBranches';
import type { CloneRemote } from '../target';
import type { EnclosingRepository } from '../workspace';
import type { Head, RepositorySelection, RepositorySnapshot, SelectionReason } from '../repository';
import { openGit, type GitApi, type GitRepository } from './gitApi';
import { GitCommand, large } from '../gitCommand';
import { readStatus, readUpstream, type GitStatus } from '../gitStatus';
import { remotesOf } from '../remoteAddress';

/** The active editor's repository, else the one selected in Source Control, else the only one. */
export async function selectRepository(): Promise<RepositorySelection> {
  const git = await openGit();
  if (!git || git.repositories.length === 0) {
    const missing = git ? 'noRepository' : 'gitUnavailable';
    return { kind: 'none', reason: vscode.workspace.workspaceFolders ? missing : 'noFolder' };
  }
  const selected = selectedIn(git);
  if (!selected) return { kind: 'several' };
  const repository = await snapshotOf(selected.repository, git);
  return { kind: 'repository', repository, reason: selected.reason };
}

/** The innermost open repository that contains a file. */
export async function repositoryOf(path: string): Promise<EnclosingRepository | undefined> {
  const git = await openGit();
  const repository = git?.getRepository(vscode.Uri.file(path));
  if (!git || !repository) return undefined;
  const root = repository.rootUri.fsPath;
  // The Git extension returns a different object each time.
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

/** All open repositories, in the Git extension's order. Unreadable ones are omitted. */
export async function listRepositories(): Promise<readonly RepositorySnapshot[]> {
  const git = await openGit();
  if (!git) return [];
  const read = await Promise.allSettled(git.repositories.map((repository) => snapshotOf(repository, git)));
  return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/**
 * Current state of a repository. Files change without the Git extension being told, and its refresh runs one command
 * after the other: Git itself is asked, all at once, since it takes longer to start than to answer.
 * @throws when Git doesn't answer
 */
async function snapshotOf(repository: GitRepository, api: GitApi): Promise<RepositorySnapshot> {
  const git = new GitCommand(api.git.path, repository.rootUri.fsPath);
  const [status, remotes] = await Promise.all([readStatus(git), remotesOf(git)]);
  if (!status || !remotes) throw new Error("Git doesn't answer.");
  return { root: git.root, head: await headIn(status, repository, git), remotes, changes: status.changes };
}

async function headIn(
  { branch, commit, upstream }: GitStatus,
  repository: GitRepository,
  git: GitCommand,
): Promise<Head> {
  if (commit === undefined) return { kind: 'unborn', name: branch };
  if (branch === undefined) return detachedAt(commit, repository);
  if (!upstream) return { kind: 'branch', name: branch };
  const { name, ...distance } = upstream;
  // Git doesn't say here which part of the name is the remote; the Git extension does, unless it hasn't noticed the
  // upstream yet.
  const known = repository.state.HEAD?.upstream;
  const found =
    known && `${known.remote}/${known.name}` === name
      ? { remote: known.remote, name: known.name, ...distance }
      : await readUpstream(git, branch);
  return { kind: 'branch', name: branch, ...(found && { upstream: found }) };
}

/** The name of a checked-out tag or remote branch is more helpful than its commit: the Git extension looks for one. */
async function detachedAt(commit: string, repository: GitRepository): Promise<Head> {
  await repository.status();
  const { HEAD, rebaseCommit } = repository.state;
  return { kind: 'detached', at: HEAD?.name ?? commit.slice(0, 8), ...(rebaseCommit && { during: 'rebase' }) };
}

/** The `git` that the Git extension found, in a folder; `undefined` if there is none. */
export async function gitCommand(root: string): Promise<GitCommand | undefined> {
  const git = await openGit();
  return git && new GitCommand(git.git.path, root);
}

/** One of `RepositoryActions`, like those below. */
export async function localChanges(root: string, upstream: string | undefined): Promise<LocalChanges> {
  const git = await gitCommand(root);
  if (!git) throw new Error("Git isn't available");
  return readLocalChanges(git, upstream);
}

export async function conflictedFiles(root: string): Promise<readonly string[]> {
  const git = await gitCommand(root);
  // Up to three versions of each file: `mode hash stage<tab>path`.
  const entries = (await git?.list(['ls-files', '--unmerged', '-z'], large)) ?? [];
  return [...new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)))];
}

export async function remoteBranches({ root, remote }: CloneRemote): Promise<readonly RemoteBranch[]> {
  const git = await gitCommand(root);
  return git ? readNewestBranches(git, remote, 1000) : [];
}

export const push = (root: string, local: string | undefined) => sendBranch('git.push', root, local);
export const publish = (root: string, local: string | undefined) => sendBranch('git.publish', root, local);
export const fetch = (root: string) => runCommand('git.fetch', root);

/** The Git extension's own commands, with its prompts, credentials and errors. */
async function runCommand(command: string, root: string): Promise<void> {
  await vscode.commands.executeCommand(command, vscode.Uri.file(root));
}

/**
 * The Git extension sends the branch that it knows as the current one. It may not have noticed yet which one was just
 * checked out, and of two of its readings that overlap, the older one may end last.
 * @throws {ExplainedError} if it doesn't notice; nothing was sent then
 */
async function sendBranch(command: string, root: string, local: string | undefined): Promise<void> {
  const api = await openGit();
  const repository = api?.getRepository(vscode.Uri.file(root));
  if (api && repository && !(await hasNoticed(repository, new GitCommand(api.git.path, root), local)))
    throw new ExplainedError(
      vscode.l10n.t("VS Code hasn't noticed yet which branch is checked out. Run Git: Refresh, and try again."),
    );
  await runCommand(command, root);
}

async function hasNoticed(repository: GitRepository, git: GitCommand, local = ''): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    // What is wrong, the command reports.
    await repository.status().catch(() => undefined);
    const head = await git.text(['symbolic-ref', 'HEAD']);
    if (head === `refs/heads/${local}\n` && repository.state.HEAD?.name === local) return true;
  }
  return false;
}
