import assert from 'node:assert/strict';
import fs, { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { systemFileEvents } from '../../../src/conversations/historyFiles';
import { storedRequest } from '../../../src/conversations/storedRequest';
import { eventually } from '../../support/eventually';
import { FakeFileEvents } from '../../support/fakeFileEvents';
import { conversation, filesIn, longMessage, sending, writeHistory } from '../../support/histories';
import { HistoryFolder, idsOf, refuse } from '../../support/historyFolder';

const started = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;

describe('the history on disk', () => {
  let disk: HistoryFolder;

  beforeEach(() => (disk = new HistoryFolder()));
  afterEach(() => disk.dispose());

  it('has a start on disk by the time it may be sent, without reading others', async () => {
    await mkdir(path.join(disk.path, 'conversations'));
    await writeFile(disk.file('damaged'), 'damaged');
    await disk.open().add(sending('a'));
    assert.match(await readFile(disk.file('a'), 'utf8'), /"outcome":"sending"/);
    assert.deepEqual(disk.log.lines, []);
    if (process.platform !== 'win32') assert.equal((await stat(disk.file('a'))).mode & 0o777, 0o600);
  });

  it('has what was written, newest first', async () => {
    const history = disk.open();
    await history.add(sending('old', { sentAt: 1 }));
    await history.add(sending('new', { sentAt: 2 }));
    await history.change('old', started);
    const again = await disk.open().load();
    assert.deepEqual(again, history.conversations);
    assert.deepEqual(
      again.map(({ id, outcome, conversationId }) => [id, outcome, conversationId]),
      [
        ['new', 'sending', undefined],
        ['old', 'started', 'c'],
      ],
    );
  });

  it('keeps the same object for an unchanged conversation, and only tells of changes', async () => {
    const history = disk.open();
    await history.add(conversation('a'));
    await history.load();
    let changes = 0;
    history.onDidChange(() => changes++);
    const before = history.get('a');
    await history.change('a', { outcome: 'started' });
    await history.change('nobody', started);
    assert.deepEqual([history.get('a') === before, changes], [true, 0]);
    await history.change('a', { lookedAt: 5 });
    assert.equal(changes, 1);
  });

  describe('a request', () => {
    const everything = conversation('a', {
      request: storedRequest({
        initial_user_msg: longMessage('a'),
        repository: 'octocat/app',
        conversation_instructions: longMessage('instructions'),
        suggested_task: {
          git_provider: 'github',
          task_type: 'T',
          repo: 'a/b',
          issue_number: 1,
          title: 't'.repeat(600),
        },
      }),
      notKept: ['image_urls', 'mcp_config'],
    });

    it('is read whole by every window, and shortened in lists', async () => {
      const [mine, theirs] = [disk.open(), disk.open()];
      await mine.add(everything);
      await theirs.load();
      for (const window of [mine, theirs, disk.open()]) assert.deepEqual(await window.read('a'), everything);
      assert.deepEqual([mine.get('a'), mine.get('a')?.abridged], [theirs.get('a'), true]);
      assert.equal(mine.get('a')?.request.initial_user_msg, 'Task a');
    });

    it('stays whole on disk when a window that has it shortened changes something', async () => {
      await writeHistory(disk.path, [everything]);
      const history = disk.open();
      await history.load();
      await history.change('a', { lookedAt: 5 });
      assert.deepEqual(await disk.open().read('a'), { ...everything, lookedAt: 5 });
    });

    it("is the shortened one if its file can't be read any more", async () => {
      const history = disk.open();
      await history.add(everything);
      await rm(disk.file('a'));
      assert.equal((await history.read('a'))?.request.initial_user_msg, 'Task a');
    });
  });

  describe('with two windows', () => {
    it('loses nothing when both write at once', async () => {
      const windows = [disk.open({ fileEvents: systemFileEvents }), disk.open({ fileEvents: systemFileEvents })];
      await Promise.all(windows.map((window) => window.load()));
      const ids = Array.from({ length: 50 }, (_, index) => index);
      await Promise.all(
        windows.flatMap((window, w) =>
          ids.map(async (index) => {
            await window.add(sending(`${w}-${index}`));
            await window.change(`${w}-${index}`, started);
          }),
        ),
      );
      const all = await disk.open().load();
      assert.equal(all.length, 100);
      assert.ok(all.every(({ outcome }) => outcome === 'started'));
      for (const window of windows)
        await eventually(
          'all of both',
          () => window.conversations.filter(({ outcome }) => outcome === 'started').length === 100,
          window.onDidChange,
        );
      assert.deepEqual(disk.log.lines, []);
    });

    it("has what both windows know of one conversation, although one has overwritten the other's file", async () => {
      const [mine, theirs] = [disk.open(), disk.open({ fileEvents: systemFileEvents })];
      await mine.add(sending('a'));
      await Promise.all([mine.load(), theirs.load()]);
      await mine.change('a', started);
      await eventually('the answer', () => theirs.get('a')?.conversationId === 'c', theirs.onDidChange);
      // A third window had read the file before, and writes what it knows.
      await writeHistory(disk.path, [sending('a', { lookedAt: 7 })]);
      await eventually('what the third knows', () => theirs.get('a')?.lookedAt === 7, theirs.onDidChange);
      const { outcome, conversationId, lookedAt } = (await disk.open().read('a')) ?? assert.fail();
      assert.deepEqual({ outcome, conversationId, lookedAt }, { outcome: 'started', conversationId: 'c', lookedAt: 7 });
    });

    it('tells one window what another one started, changed and removed', async () => {
      const [mine, theirs] = [disk.open({ fileEvents: systemFileEvents }), disk.open()];
      await mine.load();
      await theirs.add(sending('a'));
      await eventually('the start', () => mine.get('a') !== undefined, mine.onDidChange);
      await theirs.change('a', started);
      await eventually('the answer', () => mine.get('a')?.outcome === 'started', mine.onDidChange);
      await theirs.remove('a');
      await eventually('the removal', () => mine.conversations.length === 0, mine.onDidChange);
    });

    it("reads the files again when the window gets the focus if they can't be watched, as on a network drive", async () => {
      const fileEvents = new FakeFileEvents();
      fileEvents.refuses = Object.assign(new Error('ENOSPC: System limit for number of file watchers'), {
        code: 'ENOSPC',
      });
      const [mine, theirs] = [disk.open({ fileEvents }), disk.open()];
      await mine.add(sending('a', { sentAt: 1 }));
      await mine.add(sending('b', { sentAt: 2 }));
      await mine.load();
      assert.match(disk.log.lines.join('\n'), /^warn: .*late.*ENOSPC/);
      await theirs.change('a', started);
      // Its times are coarse: nothing depends on them.
      await utimes(disk.file('a'), 1, 1);
      await theirs.remove('b');
      await theirs.add(sending('c'));
      assert.deepEqual([mine.get('a')?.outcome, idsOf(mine)], ['sending', ['b', 'a']]);
      await fileEvents.focus();
      assert.deepEqual([mine.get('a')?.outcome, mine.get('b'), mine.get('c')?.id], ['started', undefined, 'c']);
    });

    it('leaves no watcher behind when a window closes early', async () => {
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      const loading = history.load();
      history.dispose();
      await loading;
      assert.equal(fileEvents.watching, 0);
    });
  });

  describe('after a removal', () => {
    it('has no trace of it on disk, in any window', async () => {
      const [mine, theirs] = [disk.open(), disk.open()];
      await mine.add(sending('secret', { request: { initial_user_msg: 'Rotate \u{1f511} hunter2\nnow' } }));
      await mine.change('secret', { outcome: 'notStarted', problem: 'hunter2 was refused' });
      await theirs.load();
      await mine.remove('secret');
      assert.deepEqual([await filesIn(disk.path), mine.conversations], [[], []]);
      await theirs.change('secret', { problem: 'hunter2 again' });
      await mine.change('secret', { problem: 'hunter2 once more' });
      assert.deepEqual([await filesIn(disk.path), theirs.conversations], [[], []]);
    });

    it('removes again what this window was writing meanwhile', async () => {
      const mine = disk.open();
      await mine.add(sending('a'));
      await Promise.all([mine.change('a', { outcome: 'started', conversationId: 'c' }), mine.remove('a')]);
      assert.deepEqual([await filesIn(disk.path), mine.conversations], [[], []]);
    });

    it('has the answer to a start that came before the removal was undone, in its window or another one', async () => {
      const [mine, theirs] = [disk.open(), disk.open({ fileEvents: systemFileEvents })];
      await mine.add(sending('a', { sentAt: 1 }));
      await mine.add(sending('b', { sentAt: 2 }));
      await theirs.load();
      const removed = mine.conversations;
      for (const { id } of removed) await mine.remove(id);
      await eventually('the removal', () => theirs.conversations.length === 0, theirs.onDidChange);
      await mine.change('a', started);
      await theirs.change('b', started);
      assert.deepEqual([await filesIn(disk.path), mine.conversations], [[], []]);
      for (const one of removed) await mine.add(one);
      const outcomes = () => [theirs.get('b')?.outcome, theirs.get('a')?.outcome];
      await eventually('the answers', () => outcomes().every((one) => one === 'started'), theirs.onDidChange);
      const onDisk = await disk.open().load();
      assert.deepEqual(
        onDisk.map(({ id, conversationId }) => [id, conversationId]),
        [
          ['b', 'c'],
          ['a', 'c'],
        ],
      );
    });

    it("keeps a conversation that couldn't be removed, says so, and doesn't remove it later", async () => {
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      await history.add(conversation('a'));
      await history.load();
      const { rm: remove } = fs;
      fs.rm = () => refuse('EACCES');
      try {
        await assert.rejects(history.remove('a'), { name: 'HistoryError', action: 'delete', code: 'EACCES' });
      } finally {
        fs.rm = remove;
      }
      await disk.open().change('a', { lookedAt: 7 });
      await fileEvents.focus();
      assert.deepEqual([history.get('a')?.lookedAt, (await filesIn(disk.path)).length], [7, 1]);
    });
  });
});
