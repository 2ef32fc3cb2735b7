import assert from 'node:assert/strict';
import { cp, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCommits, parseCommits } from '../../../src/repository/remoteBranches';
import { isStillNoticed, StartSnapshots } from '../../../src/result/startSnapshots';
import { RecordingLog } from '../../support/recordingLog';
import { TemporaryFolder } from '../../host/temporaryFolder';

const commits: ReadonlyMap<string, string> = new Map([
  ['main', 'a'.repeat(40)],
  ['agent/with space', 'b'.repeat(40)],
]);
const others: ReadonlyMap<string, string> = new Map([['main', 'c'.repeat(64)]]);

describe("The branches of a start's remote", () => {
  let storage: string;
  let snapshots: StartSnapshots;
  const files = async () => (await readdir(path.join(storage, 'remoteBranches'))).sort();

  beforeEach(() => {
    storage = new TemporaryFolder('snapshots').path;
    snapshots = new StartSnapshots(storage, new RecordingLog());
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
    for (const text of ['half a li', '{"version":1,"commits":"main\\n"}', '{"version":1,"commits":5}']) {
      await writeFile(path.join(storage, 'remoteBranches', `${digest}.json`), text);
      assert.equal(await snapshots.load(digest), undefined);
      await snapshots.save(commits);
      assert.deepEqual(await snapshots.load(digest), commits, 'saved again');
    }
    assert.equal(await snapshots.load('0'.repeat(32)), undefined);
    const elsewhere = 'f'.repeat(32);
    await cp(
      path.join(storage, 'remoteBranches', `${await snapshots.save(others)}.json`),
      path.join(storage, `${elsewhere}.json`),
    );
    assert.equal(await snapshots.load(`../${elsewhere}`), undefined);
  });

  it("are unknown while the file can't be read", async () => {
    const digest = 'a'.repeat(32);
    const file = path.join(storage, 'remoteBranches', `${digest}.json`);
    await snapshots.save(commits);
    // A link to itself can't be read by anybody.
    await symlink(file, file);
    assert.equal(await snapshots.load(digest), undefined);
    assert.deepEqual(await snapshots.load(await snapshots.save(others)), others);
  });

  it('are forgotten 30 days after they were last used', async () => {
    const day = 24 * 60 * 60 * 1000;
    const used = async (days: number, of: typeof commits) => {
      const digest = await snapshots.save(of);
      const then = new Date(Date.now() - days * day);
      await utimes(path.join(storage, 'remoteBranches', `${digest}.json`), then, then);
      return digest;
    };
    const [kept, old, again] = [await used(29, commits), await used(31, others), await used(31, new Map())];
    await snapshots.save(new Map());
    assert.deepEqual(await Promise.all([kept, old, again].map((digest) => snapshots.load(digest))), [
      commits,
      undefined,
      new Map(),
    ]);
    assert.equal((await files()).length, 2);
  });

  for (const [when, days, expected] of [
    ['of 29 days ago', -29, true],
    ['of 31 days ago', -31, false],
  ] as const)
    it(`are ${expected ? '' : 'not '}compared for a start ${when}`, () => {
      const now = Date.now();
      assert.equal(isStillNoticed({ sentAt: now + days * 24 * 60 * 60 * 1000 }, now), expected);
    });

  it('are not what a damaged text says', () => {
    for (const text of ['x main\n', `${'a'.repeat(39)} main\n`, `${'a'.repeat(40)} main`, `${'a'.repeat(40)} \n`])
      assert.equal(parseCommits(text), undefined, text);
    const named = new Map([...commits, ['x\u2028y', 'a'.repeat(40)]]);
    assert.deepEqual(parseCommits(formatCommits(named)), named);
  });
});
