import type { GitCommand } from './gitCommand';

/** More than enough: whoever else writes to the configuration is done by then. */
const attempts = 10;

/**
 * Lets a branch of the clone follow one of a remote. Written as configuration: Git would look the remote's branch up
 * by a name that a tag may have, too, and wouldn't find one that this clone doesn't fetch.
 * @returns Git's own words if it can't be written
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

/** VS Code writes to the configuration by itself when there's a new branch, and one of the two finds it locked. */
async function writeConfiguration(git: GitCommand, key: string, value: string): Promise<string | undefined> {
  let message = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await git.run(['config', '--local', '--replace-all', '--', key, value]);
    if (answer.kind === 'text') return undefined;
    message = answer.kind === 'failed' ? answer.message : answer.kind;
    if (!/could not lock/.test(message)) return message;
  }
  return message;
}
