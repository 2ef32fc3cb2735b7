import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process, { getActiveResourcesInfo } from 'node:process';
import { eventually } from '../../support/eventually';
import { FakeFileEvents } from '../../support/fakeFileEvents';
import { conversation, filesIn, historyIn, sending, writeHistory } from '../../support/histories';
import { endedProcess, nobody, processElsewhere, processHere } from '../../support/processes';
import { HistoryFolder, idsOf } from '../../support/historyFolder';
import type { Conversation } from '../../../src/conversations/conversation';

const started = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;

describe('a history', () => {
  let disk: HistoryFolder;

  beforeEach(() => (disk = new HistoryFolder()));
  afterEach(() => disk.dispose());

  const ids = ['a', 'b', 'c'];

  const writeThree = () => {
    const conversations = ids.map((id) => conversation(id));
    return writeHistory(disk.path, conversations);
  };

  /** A window that has read these conversations and hears of changes, and another one. */
  async function openTwo() {
    await writeThree();
    const fileEvents = new FakeFileEvents();
    const [history, other] = [disk.open({ fileEvents }), disk.open()];
    await history.load();
    return { fileEvents, history, other };
  }

  it('reads few files at a time, however many changes the system reports, and each file again after its last change', async () => {
    const { fileEvents, history, other } = await openTwo();
    for (let at = 0; at < 20_000; at++) fileEvents.change(path.basename(disk.file(ids[at % ids.length]!)));
    const reading = getActiveResourcesInfo().filter((name) => name.startsWith('FSReq')).length;
    assert.ok(reading < 50, `${reading} at once`);
    await other.load();
    await other.change('b', started);
    fileEvents.change(path.basename(disk.file('b')));
    await eventually(
      'the change of another window',
      () => history.get('b')?.outcome === 'started',
      history.onDidChange,
    );
    await fileEvents.focus();
    assert.deepEqual([idsOf(history).sort(), disk.log.lines], [ids, []]);
  });

  it('tells of each change that another window makes, whichever file it is in', async () => {
    const { fileEvents, history, other } = await openTwo();
    let changes = 0;
    history.onDidChange(() => changes++);
    for (const [index, id] of ids.entries()) {
      await other.change(id, { lookedAt: 9 });
      await fileEvents.focus();
      assert.equal(changes, index + 1);
    }
  });

  describe('that is damaged', () => {
    it('only costs its own conversation, and is renamed, named to the user, and counted', async () => {
      await writeThree();
      await writeFile(disk.file('b'), '{"version":1,"id":"b');
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      await history.load();
      assert.deepEqual(idsOf(history).sort(), ['a', 'c']);
      assert.deepEqual(history.troubles, [{ kind: 'damaged', file: `${disk.file('b')}.damaged`, files: 1 }]);
      assert.equal(await readFile(`${disk.file('b')}.damaged`, 'utf8'), '{"version":1,"id":"b');
      assert.ok(!disk.log.lines.join().includes('Task b'));
      const again = disk.open();
      assert.deepEqual([(await again.load()).length, again.troubles], [2, []]);
      await writeHistory(disk.path, [conversation('b')]);
      await fileEvents.focus();
      assert.deepEqual([idsOf(history).sort(), history.troubles], [['a', 'b', 'c'], []]);
    });

    it('is written again by a window that knew it, whether that reads it or saves the outcome of its start', async () => {
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      await history.load();
      for (const id of ids) await history.add(sending(id));
      for (const id of ids) await writeFile(disk.file(id), '');
      await history.change('a', started);
      assert.equal((await history.read('c'))?.id, 'c');
      await fileEvents.focus();
      await history.change('b', started);
      const { a, b, c } = await historyIn(disk.path);
      assert.deepEqual([a?.outcome, b?.outcome, c?.outcome], ['started', 'started', 'sending']);
      assert.deepEqual([idsOf(history).sort(), history.troubles], [ids, []]);
      assert.deepEqual(a?.notKept, ['initial_user_msg']);
    });

    it('names a file that cannot be read, keeps what is known of it, and reads it as soon as it can', async () => {
      await writeHistory(disk.path, [conversation('a'), conversation('b')]);
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      await history.load();
      const content = await readFile(disk.file('b'));
      await rm(disk.file('b'));
      await mkdir(disk.file('b'));
      await fileEvents.focus();
      assert.deepEqual(idsOf(history).sort(), ['a', 'b']);
      const trouble = { kind: 'unreadable', file: disk.file('b'), code: 'EISDIR' };
      assert.deepEqual(history.troubles, [trouble]);
      const other = disk.open();
      await other.load();
      assert.deepEqual([idsOf(other), other.troubles], [['a'], [trouble]]);
      await rm(disk.file('b'), { recursive: true });
      await writeFile(disk.file('b'), content);
      await fileEvents.focus();
      assert.deepEqual(history.troubles, []);
    });

    it('leaves alone what a newer version wrote, and counts it', async () => {
      await writeThree();
      const newer = '{"version":2,"words":[]}';
      for (const id of ['b', 'c']) await writeFile(disk.file(id), newer);
      const history = disk.open();
      await history.load();
      assert.deepEqual(idsOf(history), ['a']);
      const [trouble = assert.fail(), ...others] = history.troubles;
      assert.deepEqual([trouble.kind, 'files' in trouble && trouble.files, others], ['newer', 2, []]);
      await history.change('b', started);
      assert.equal(await readFile(disk.file('b'), 'utf8'), newer);
    });

    it("is reported once if it can't be listed, and read as soon as it can", async () => {
      await writeFile(path.join(disk.path, 'conversations'), 'no folder');
      const history = disk.open();
      let changes = 0;
      history.onDidChange(() => changes++);
      for (let time = 0; time < 3; time++)
        await assert.rejects(history.load(), { name: 'HistoryError', action: 'read', code: 'EEXIST' });
      const place = path.join(disk.path, 'conversations');
      assert.deepEqual(history.troubles, [{ kind: 'unreadable', file: place, code: 'EEXIST' }]);
      assert.equal(changes, 1, 'a view that looks again at every change comes to an end');
      await rm(place);
      assert.deepEqual([await history.load(), history.troubles], [[], []]);
    });
  });

  describe("that can't be written", () => {
    for (const code of ['ENOSPC', 'EACCES', 'EROFS']) {
      it(`doesn't list a start that couldn't be saved, and leaves no file of it: ${code}`, async () => {
        const history = disk.open();
        await history.load();
        disk.failWrites(code);
        const file = path.dirname(disk.file('a'));
        await assert.rejects(history.add(sending('a')), { name: 'HistoryError', action: 'write', code, file });
        assert.deepEqual([history.conversations, await filesIn(disk.path)], [[], []]);
      });

      it(`knows an outcome here, says so once, and writes it later: ${code}`, async () => {
        const history = disk.open();
        for (const id of ['a', 'b']) await history.add(sending(id));
        disk.failWrites(code);
        await history.change('a', started);
        await history.change('a', { lookedAt: 8 });
        const [known, trouble] = [history.get('a'), history.troubles];
        assert.deepEqual([known?.conversationId, known?.lookedAt], ['c', 8]);
        assert.deepEqual(trouble, [{ kind: 'unwritten', file: path.dirname(disk.file('a')), code }]);
        assert.equal(disk.log.lines.filter((line) => line.includes("hasn't been saved yet")).length, 1);
        disk.allowWrites();
        await history.change('b', started);
        assert.deepEqual(history.troubles, []);
        const { outcome, conversationId, lookedAt } = (await historyIn(disk.path))['a'] ?? assert.fail();
        assert.deepEqual([outcome, conversationId, lookedAt], ['started', 'c', 8]);
      });
    }

    it('is written when the window gets the focus again', async () => {
      const fileEvents = new FakeFileEvents();
      const history = disk.open({ fileEvents });
      await history.add(sending('a'));
      await history.load();
      disk.failWrites('ENOSPC');
      await history.change('a', started);
      let changes = 0;
      history.onDidChange(() => changes++);
      for (const code of ['EROFS', 'EROFS']) {
        disk.failWrites(code);
        await fileEvents.focus();
        assert.deepEqual([history.troubles.map((one) => 'code' in one && one.code), changes], [[code], 1]);
      }
      disk.allowWrites();
      await fileEvents.focus();
      assert.deepEqual(history.troubles, []);
      assert.equal((await historyIn(disk.path))['a']?.outcome, 'started');
    });

    it("doesn't write a conversation that was removed meanwhile", async () => {
      const history = disk.open();
      await history.add(sending('a'));
      disk.failWrites('ENOSPC');
      await history.change('a', started);
      disk.allowWrites();
      await disk.open().remove('a');
      await history.add(sending('b'));
      assert.deepEqual([idsOf(history), history.troubles, Object.keys(await historyIn(disk.path))], [['b'], [], ['b']]);
    });
  });

  describe('although the process that waited for the response is gone', () => {
    // prettier-ignore
    const outcomes: readonly (readonly [when: string, waiting: Partial<Conversation>, outcome: Conversation['outcome']])[] = [
      ['once that has ended', { sender: endedProcess }, 'mayHaveStarted'],
      ['after the deadline, even if another process has its process id now', { deadline: Date.now() - 1 }, 'mayHaveStarted'],
      ['while its window may still wait here', {}, 'sending'],
      ['while it may wait on another machine that shares the folder, where the id is that of another process', { sender: processElsewhere(nobody) }, 'sending'],
    ];
    for (const [when, waiting, outcome] of outcomes)
      it(`says "${outcome}" ${when}, here and on disk`, async () => {
        await disk.open().add(sending('a', waiting));
        assert.equal((await disk.open().load())[0]?.outcome, outcome);
        assert.equal((await historyIn(disk.path))['a']?.outcome, outcome);
      });

    it('says "may have started" in this window, even if that can\'t be written', async () => {
      await disk.open().add(sending('a', { sender: endedProcess }));
      disk.failWrites('EROFS');
      const history = disk.open();
      assert.equal((await history.load())[0]?.outcome, 'mayHaveStarted');
      const kinds = history.troubles.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['unwritten']);
    });

    it('tells other windows when the process ends, and when the deadline passes', async () => {
      const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
      try {
        const history = disk.open({ recheckSendingAfter: 20 });
        await history.load();
        await history.add(sending('a', { sender: processHere(child.pid!) }));
        await history.add(sending('b', { deadline: Date.now() + 200 }));
        child.kill('SIGKILL');
        await once(child, 'exit');
        await eventually('the end', () => history.get('a')?.outcome === 'mayHaveStarted', history.onDidChange);
        await eventually('the deadline', () => history.get('b')?.outcome === 'mayHaveStarted', history.onDidChange);
      } finally {
        child.kill('SIGKILL');
      }
    });

    it('keeps a response that arrives after all', async () => {
      const [sender, other] = [disk.open(), disk.open()];
      await sender.add(sending('a', { sender: endedProcess }));
      assert.equal((await other.load())[0]?.outcome, 'mayHaveStarted');
      await sender.change('a', started);
      assert.deepEqual([sender.get('a')?.outcome, (await historyIn(disk.path))['a']?.outcome], ['started', 'started']);
    });
  });
});
