import assert from 'node:assert/strict';
import { listBranches, readNewestBranches } from '../../../src/repository/remoteBranches';
import { Clones } from '../result/clones';

describe('the newest branches of a remote', () => {
  const withBranches = async (...names: readonly string[]) => {
    const { agent, mine } = await Clones.make();
    const refspecs: string[] = [];
    for (const [index, name] of names.entries()) {
      const commit = await agent.commitAt(String(Date.UTC(2001 + index) / 1000));
      refspecs.push(`${commit}:refs/heads/${name}`);
    }
    await agent.git('push', '--quiet', 'origin', ...refspecs);
    await mine.git('fetch', '--quiet', 'origin');
    return { agent, mine, git: mine.command };
  };

  it('come with their dates, the newest first, and as many as asked for', async () => {
    const { mine, git } = await withBranches('b', 'a', 'c');
    await mine.git('remote', 'set-head', 'origin', 'c');
    const newest = await readNewestBranches(git, 'origin', 4);
    assert.deepEqual(
      newest.map(({ name }) => name),
      ['main', 'c', 'a', 'b'],
    );
    assert.equal(newest.at(-1)?.committedAt, Date.UTC(2001, 0, 1));
    const names = (await readNewestBranches(git, 'origin', 3)).map(({ name }) => name);
    assert.deepEqual(names, ['main', 'c', 'a'], 'the default branch counts once');
  });

  it('come without dates, by name, if one of them has an impossible one', async () => {
    const { agent, mine, git } = await withBranches('b', 'a');
    await agent.pushImpossibleDate('c');
    await mine.git('fetch', '--quiet', 'origin');
    const newest = await readNewestBranches(git, 'origin', 3);
    assert.deepEqual(
      newest.map(({ name, committedAt }) => [name, committedAt]),
      ['a', 'b', 'c'].map((name) => [name, undefined]),
    );
  });

  it('are no pull requests, which a clone may fetch to where the branches are', async () => {
    const { agent, mine, git } = await withBranches('pr/list');
    await agent.git('push', '--quiet', 'origin', 'HEAD:refs/pull/7/head');
    await mine.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
    await mine.git('fetch', '--quiet', 'origin');
    const names = (await readNewestBranches(git, 'origin', 2)).map(({ name }) => name);
    assert.deepEqual(names, ['main', 'pr/list']);
  });

  it('are none where Git knows no such remote, or no repository', async () => {
    const { mine, git } = await withBranches();
    assert.deepEqual(await readNewestBranches(git, 'other', 10), []);
    assert.deepEqual(await readNewestBranches(git.in(`${mine.root}-gone`), 'origin', 10), []);
  });

  it('are all that the remote had unless the clone fetches only some, knows none, or has more than are listed', async () => {
    const { mine, git } = await withBranches('a');
    const areAll = async (remote = 'origin') => (await listBranches(git, remote)).areAll;
    assert.deepEqual([await areAll(), await areAll('other')], [true, false]);
    await mine.git('config', '--add', 'remote.origin.fetch', '^refs/heads/wip');
    assert.equal(await areAll(), false);
    await mine.git('config', '--replace-all', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    assert.equal(await areAll(), false);
    await mine.git('config', '--replace-all', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    await mine.packBranches('many', 1000, (await mine.git('rev-parse', 'HEAD')).trim());
    assert.equal(await areAll(), false);
  });
});
