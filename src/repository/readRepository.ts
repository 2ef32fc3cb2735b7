import type { GitCommand } from './gitCommand';
import { readChangeCounts } from './gitStatus';
import { readHead } from './readHead';
import { remoteAtUrl, readRemotes } from './remoteAddress';
import type { Head, Remote, RepositorySnapshot } from './repository';

/**
 * The current state of a repository, read with Git itself: the Git extension doesn't notice each change, and its refresh
 * takes longer, since it runs one command after the other. `undefined` if Git can't tell what is checked out, or what the
 * remotes are.
 * @param expected name of the branch that is probably checked out. Saves commands if it's right
 */
export async function readRepository(git: GitCommand, expected?: string): Promise<RepositorySnapshot | undefined> {
  // The slowest command starts first, because starting each process blocks for some milliseconds.
  const [changes, head, remotes] = await Promise.all([
    readChangeCounts(git),
    readHead(git, expected),
    readRemotes(git),
  ]);
  if (!head || !remotes) return undefined;
  return { root: git.root, head, remotes, unnamedRemotes: await unnamedRemotesOf(head, remotes, git), changes };
}

/** Repositories that the branch is configured to use by URL instead of a remote's name, as `gh pr checkout` does for forks. */
async function unnamedRemotesOf(head: Head, remotes: readonly Remote[], git: GitCommand): Promise<readonly Remote[]> {
  if (head.kind !== 'branch') return [];
  const used = [head.upstream?.remote, head.pushRemote].filter((name) => name !== undefined);
  const urls = [...new Set(used)].filter(
    (name) => name.includes(':') && remotes.every((remote) => remote.name !== name),
  );
  return Promise.all(urls.map((url) => remoteAtUrl(git, url)));
}
