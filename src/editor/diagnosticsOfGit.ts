import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { GitFacts } from '../domain/diagnosticFacts';
import type { GitApi, GitExtension } from './gitApi';
import { GitCommand } from './gitCommand';

/** Whether there is Git, which one, and how many repositories it has open. */
export async function diagnosticsOfGit(): Promise<GitFacts> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return { extension: 'missing', repositories: 0 };
  const api = apiOf(await extension.activate());
  if (!api) {
    const isWanted = vscode.workspace.getConfiguration('git').get<boolean>('enabled', true);
    return { extension: isWanted ? 'noProgram' : 'disabled', repositories: 0 };
  }
  const version = await versionOf(api.git.path);
  return { extension: 'ready', ...(version !== undefined && { version }), repositories: api.repositories.length };
}

/** Without a `git`, too, the extension says that it is not enabled. */
function apiOf(git: GitExtension): GitApi | undefined {
  try {
    return git.enabled ? git.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}

async function versionOf(program: string): Promise<string | undefined> {
  const said = await new GitCommand(program).run(['--version'], { root: tmpdir() });
  return said.kind === 'text' ? /\d+\.[\w.-]+/.exec(said.text)?.[0] : undefined;
}
