import { tmpdir } from 'node:os';
import type { GitFacts } from '../common/diagnosticFacts';
import { GitCommand } from '../../repository/node/gitCommand';
import { openGit } from '../../repository/vscode/openGit';

/** Whether there is Git, which one, and how many repositories it has open. */
export async function diagnosticsOfGit(): Promise<GitFacts> {
  const git = await openGit();
  if (typeof git === 'string') return { extension: git, repositories: 0 };
  const version = await versionOf(git.git.path);
  return { extension: 'ready', ...(version !== undefined && { version }), repositories: git.repositories.length };
}

async function versionOf(program: string): Promise<string | undefined> {
  const said = await new GitCommand(program).run(['--version'], { root: tmpdir() });
  return said.kind === 'text' ? /(?<!\d)\d+\.[\w.-]+/.exec(said.text)?.[0] : undefined;
}
