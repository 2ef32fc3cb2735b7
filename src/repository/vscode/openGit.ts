import * as vscode from 'vscode';
import type { GitApi, GitExtension } from './gitApi';

/** Why there is no Git to ask: no extension, the setting `git.enabled`, or no `git` that it found. */
export type NoGit = 'missing' | 'disabled' | 'noProgram';

/** How long the Git extension may take to look at the workspace before we go on without it. */
const initializationMilliseconds = 10_000;

/** The built-in Git extension, once it has looked at the workspace. Never rejects. */
export async function openGit(): Promise<GitApi | NoGit> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return 'missing';
  const api = await apiOf(extension);
  if (api) {
    await initialized(api);
    return api;
  }
  // Without a `git`, too, the extension says that it is not enabled.
  return vscode.workspace.getConfiguration('git').get<boolean>('enabled', true) ? 'noProgram' : 'disabled';
}

async function apiOf(extension: vscode.Extension<GitExtension>): Promise<GitApi | undefined> {
  try {
    const git = await extension.activate();
    return git.enabled ? git.getAPI(1) : undefined;
  } catch {
    // Thrown by getAPI when no `git` was found.
    return undefined;
  }
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
