import type { GitCommand } from './gitCommand';

/** More than enough for any other program to finish writing. */
const maxAttempts = 10;

/**
 * Sets the upstream of a local branch. Writes the configuration instead of using `git branch --set-upstream-to`, which
 * fails if the clone doesn't fetch the remote branch, and confuses it with a tag of the same name.
 * @returns Git's message if the configuration can't be written
 */
export async function setUpstream(
  git: GitCommand,
  local: string,
  { remote, branch }: { readonly remote: string; readonly branch: string },
): Promise<string | undefined> {
  return (
    (await writeConfiguration(git, `branch.${local}.remote`, remote)) ??
    (await writeConfiguration(git, `branch.${local}.merge`, `refs/heads/${branch}`))
  );
}

/** Tries again while the configuration is locked, because VS Code writes to it at the same time for a new branch. */
async function writeConfiguration(git: GitCommand, key: string, value: string): Promise<string | undefined> {
  let message = '';
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await git.run(['config', '--local', '--replace-all', '--', key, value]);
    if (answer.kind === 'text') return undefined;
    message = answer.kind === 'failed' ? answer.message : answer.kind;
    if (!/could not lock/.test(message)) return message;
  }
  return message;
}
