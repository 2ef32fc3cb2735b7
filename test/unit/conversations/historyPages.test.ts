import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { systemFileEvents } from '../../../src/conversations/historyFiles';
import { eventually } from '../../support/eventually';
import { FakeFileEvents } from '../../support/fakeFileEvents';
import { conversation, longMessage, sending, writeHistory } from '../../support/histories';
import { HistoryFolder, idsOf } from '../../support/historyFolder';
import type { History } from '../../../src/conversations/history';

describe('a history', () => {
  let disk: HistoryFolder;

  beforeEach(() => (disk = new HistoryFolder()));
  afterEach(() => disk.dispose());

  describe('of many conversations', () => {
    const hours = (count: number, more = {}) =>
      Array.from({ length: count }, (_, index) => conversation(`${index}`, { sentAt: (index + 1) * 1000, ...more }));
    const here = (history: History) => idsOf(history).join(' ');

    it('is read a page at a time, from the newest on', async () => {
      await writeHistory(disk.path, hours(7, { workspace: 'elsewhere' }));
      const read: string[] = [];
      const { readFile: original } = fs;
      fs.readFile = ((file: string, encoding: 'utf8') => {
        read.push(path.basename(file));
        return original(file, encoding);
      }) as typeof original;
      try {
        const fileEvents = new FakeFileEvents();
        const history = disk.open({ pageSize: 3, fileEvents });
        await history.load();
        assert.deepEqual([here(history), history.completeSince, read.length], ['6 5 4', 5000, 3]);
        await history.loadOlder();
        assert.deepEqual([here(history), history.completeSince, read.length], ['6 5 4 3 2 1', 2000, 6]);
        await history.loadOlder();
        assert.deepEqual([here(history), history.completeSince, read.length], ['6 5 4 3 2 1 0', 0, 7]);
        await history.loadOlder();
        assert.equal(read.length, 7);
        await fileEvents.focus();
        assert.deepEqual([here(history), history.completeSince], ['6 5 4 3 2 1 0', 0]);
      } finally {
        fs.readFile = original;
      }
    });

    it('has its first page read before older ones', async () => {
      await writeHistory(disk.path, hours(5, { workspace: 'elsewhere' }));
      const history = disk.open({ pageSize: 2 });
      await history.loadOlder();
      assert.deepEqual([here(history), history.completeSince], ['4 3 2 1', 2000]);
    });

    it('has no older ones if they fill exactly one page', async () => {
      await writeHistory(disk.path, hours(3));
      const history = disk.open({ pageSize: 3 });
      await history.load();
      assert.equal(history.completeSince, 0);
    });

    it("has this workspace's newest, too, however many others came after", async () => {
      await writeHistory(disk.path, [...hours(4), ...hours(7, { workspace: 'elsewhere' }).map(later)]);
      const history = disk.open({ pageSize: 3 });
      await history.load();
      assert.deepEqual([here(history), history.completeSince], ['x6 x5 x4 3 2 1', 10_005_000]);
    });

    it('tells that an older page is there, even if all of it was known as of this workspace', async () => {
      await writeHistory(disk.path, [...hours(2), ...hours(3, { workspace: 'elsewhere' }).map(later)]);
      const history = disk.open({ pageSize: 3 });
      await history.load();
      const completeSince: number[] = [];
      history.onDidChange(() => completeSince.push(history.completeSince));
      for (const _ of [1, 2]) await history.loadOlder();
      assert.deepEqual([here(history), completeSince], ['x2 x1 x0 1 0', [0]]);
    });

    it('follows what is on its pages, and what comes; the others are left alone', async () => {
      await writeHistory(disk.path, hours(5, { workspace: 'elsewhere' }));
      const [history, other] = [disk.open({ pageSize: 2, fileEvents: systemFileEvents }), disk.open()];
      await history.load();
      for (const id of ['0', '3']) await other.change(id, { lookedAt: 9 });
      await other.add(sending('new', { sentAt: 9000, workspace: 'elsewhere' }));
      await eventually('the changes', () => history.get('3')?.lookedAt === 9, history.onDidChange);
      await eventually('the start', () => history.get('new') !== undefined, history.onDidChange);
      assert.equal(here(history), 'new 4 3');
    });

    it('finds and changes one that is on no page', async () => {
      await writeHistory(disk.path, hours(5, { workspace: 'elsewhere' }));
      const history = disk.open({ pageSize: 2 });
      await history.load();
      assert.equal((await history.read('0'))?.request.initial_user_msg, longMessage('0'));
      await history.change('0', { lookedAt: 9 });
      assert.equal((await disk.open().read('0'))?.lookedAt, 9);
      await history.remove('0');
      assert.equal(await disk.open().read('0'), undefined);
    });

    function later(one: ReturnType<typeof conversation>) {
      return { ...one, id: `x${one.id}`, sentAt: one.sentAt + 10_000_000 };
    }
  });
});
