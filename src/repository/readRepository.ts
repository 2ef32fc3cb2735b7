import type { GitCommand } from './gitCommand';
import { readChangeCounts } from './gitStatus';
import { readHead } from './readHead';
import { remoteAt, remotesOf } from './remoteAddress';
import type { Head, Remote, RepositorySnapshot } from './repository';

/**
 * Current state of a repository. Files change without the Git extension being told, and its refresh runs one command
 * after the other: Git itself is asked, all at once, since it takes longer to start than to answer. `undefined` when
 * Git doesn't tell what is checked out, or what the remotes are.
 * @param expected name of the branch that is probably checked out
 */
export async function readRepository(git: GitCommand, expected?: string): Promise<RepositorySnapshot | undefined> {
  // The command that takes longest starts first: each start of a process blocks for some milliseconds.
  const [changes, head, remotes] = await Promise.all([readChangeCounts(git), readHead(git, expected), remotesOf(git)]);
  if (!head || !remotes) return undefined;
  return { root: git.root, head, remotes, unnamedRemotes: await unnamedRemotesOf(head, remotes, git), changes };
}

/** `gh pr checkout` configures a branch to use the URL of a fork that is no remote. */
async function unnamedRemotesOf(head: Head, remotes: readonly Remote[], git: GitCommand): Promise<readonly Remote[]> {
  if (head.kind !== 'branch') return [];
  const used = [head.upstream?.remote, head.pushRemote].filter((name) => name !== undefined);
  const urls = [...new Set(used)].filter(
    (name) => name.includes(':') && remotes.every((remote) => remote.name !== name),
  );
  return Promise.all(urls.map((url) => remoteAt(git, url)));
}
