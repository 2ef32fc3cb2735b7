import * as vscode from 'vscode';
import type { LocalChanges } from '../common/localChanges';
import type { RemoteBranch } from '../common/remoteBranches';
import type { CloneRemote } from '../common/target';
import type { RepositoryActions } from '../common/workspace';
import { gitCommand, refreshRepository } from './gitRepositories';
import { localChanges } from '../node/readLocalChanges';
import { readNewestBranches } from '../node/readRemoteBranches';

/** Operations on a repository: reading through `git`, everything else through the Git extension's commands. */
export class GitRepositoryActions implements RepositoryActions {
  async localChanges(root: string, upstream: string | undefined): Promise<LocalChanges> {
    const git = await gitCommand();
    if (!git) throw new Error("Git isn't available");
    return localChanges(git, root, upstream);
  }

  async conflictedFiles(root: string): Promise<readonly string[]> {
    const git = await gitCommand();
    const listed = await git?.run(['ls-files', '--unmerged', '-z'], { root, bytes: 32 * 1024 * 1024 });
    if (listed?.kind !== 'text') return [];
    // Up to three versions of each file: `mode hash stage<tab>path`.
    const entries = listed.text.split('\0').filter((entry) => entry !== '');
    return [...new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)))];
  }

  async remoteBranches(clone: CloneRemote): Promise<readonly RemoteBranch[]> {
    const git = await gitCommand();
    return git ? readNewestBranches(git, clone, 1000) : [];
  }

  // The Git extension's own commands, with its prompts, credentials and errors. They push what the extension takes for
  // the current branch.

  async push(root: string): Promise<void> {
    await refreshRepository(root);
    await vscode.commands.executeCommand('git.push', vscode.Uri.file(root));
  }

  async publish(root: string): Promise<void> {
    await refreshRepository(root);
    await vscode.commands.executeCommand('git.publish', vscode.Uri.file(root));
  }

  async fetch(root: string): Promise<void> {
    await vscode.commands.executeCommand('git.fetch', vscode.Uri.file(root));
  }
}
