import { realpath } from 'node:fs/promises';
import type { GitCommand } from './gitCommand';
import type { NoRepositoryReason } from './repository';

/** Asks Git why VS Code has no repository open for a folder. The Git extension's API doesn't tell. */
export async function whyNotOpen(git: GitCommand): Promise<NoRepositoryReason> {
  const answer = await git.run(['rev-parse', '--show-toplevel']);
  if (answer.kind === 'failed') return /dubious ownership/.test(answer.message) ? 'unsafe' : 'noRepository';
  if (answer.kind !== 'text') return 'noRepository';
  const [root, folder] = await Promise.all(
    [answer.text.trimEnd(), git.root].map((path) => realpath(path).catch(() => path)),
  );
  return root === folder ? 'notOpen' : 'inParentFolder';
}
