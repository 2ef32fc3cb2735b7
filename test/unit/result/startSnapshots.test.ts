import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCommits, parseCommits } from '../../../src/repository/common/remoteBranches';
import { StartSnapshots } from '../../../src/result/node/startSnapshots';
import { TemporaryFolder } from '../../host/temporaryFolder';

const commits = new Map([
  ['main', 'a'.repeat(40)],
  ['agent/with space', 'b'.repeat(40)],
]);
const others = new Map([['main', 'c'.repeat(64)]]);

describe("The branches of a start's remote", () => {
  let storage: string;
  let snapshots: StartSnapshots;
  const files = async () => (await readdir(path.join(storage, 'remoteBranches'))).sort();

  beforeEach(() => {
    storage = new TemporaryFolder('snapshots').path;
    snapshots = new StartSnapshots(storage);
  });

  it('are the same after they were saved', async () => {
    const digest = await snapshots.save(commits);
    assert.deepEqual(await snapshots.load(digest), commits);
    assert.deepEqual(await snapshots.load(await snapshots.save(new Map())), new Map());
  });

  it('are in one file for all starts without a fetch in between', async () => {
    const reversed = new Map([...commits].reverse());
    assert.equal(await snapshots.save(commits), await snapshots.save(reversed));
    assert.notEqual(await snapshots.save(others), await snapshots.save(commits));
    assert.equal((await files()).length, 2);
  });

  it('are unknown if the file is missing or damaged, or the digest leads elsewhere', async () => {
    const digest = await snapshots.save(commits);
    await writeFile(path.join(storage, 'remoteBranches', `${digest}.txt`), 'half a li');
    assert.equal(await snapshots.load(digest), undefined);
    assert.equal(await snapshots.load('0'.repeat(32)), undefined);
    assert.equal(await snapshots.load('../../etc/passwd'), undefined);
  });

  it('are deleted an hour after no conversation refers to them any more', async () => {
    const kept = await snapshots.save(commits);
    const old = await snapshots.save(others);
    await snapshots.save(new Map());
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const digest of [kept, old])
      await utimes(path.join(storage, 'remoteBranches', `${digest}.txt`), before, before);
    await snapshots.keepOnly(new Set([kept]));
    assert.equal((await files()).length, 2);
    assert.equal(await snapshots.load(old), undefined);
    assert.deepEqual(await snapshots.load(kept), commits);
  });

  it('are not what a damaged text says', () => {
    for (const text of ['x main\n', `${'a'.repeat(39)} main\n`, `${'a'.repeat(40)} main`, `${'a'.repeat(40)} \n`])
      assert.equal(parseCommits(text), undefined, text);
    assert.deepEqual(parseCommits(formatCommits(commits)), commits);
  });
});
