import * as vscode from 'vscode';
import type { GitApi, GitExtension } from './gitApi';

/** Reason why Git isn't available: no extension, the setting `git.enabled`, or no `git` program found. */
export type NoGit = 'missing' | 'disabled' | 'noProgram';

/** Time that the Git extension gets to look at the workspace before its answer is no longer awaited. */
const initializationMilliseconds = 10_000;

/** The built-in Git extension, after it has looked at the workspace. Never rejects. */
export async function openGit(): Promise<GitApi | NoGit> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return 'missing';
  const api = await apiOf(extension);
  if (api) {
    await initialized(api);
    return api;
  }
  // Without a `git` program, the extension reports being disabled, too.
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
