import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/common/conversation';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import type { FileNews } from '../../src/base/node/followFile';
import { eventually } from '../support/eventually';
import { FakeNews } from '../support/fakeNews';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

describe('The conversation journal', () => {
  let folder: string;
  let log: RecordingLog;
  const opened: ConversationJournal[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
    log = new RecordingLog();
  });

  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.dispose();
    await removeFolder(folder);
  });

  /** Journal as another window has it: same folder, nothing else shared. */
  function open(news?: FileNews): ConversationJournal {
    const journal = new ConversationJournal(folder, log, news);
    opened.push(journal);
    return journal;
  }

  const file = () => path.join(folder, 'conversations.jsonl');

  it('is empty on a machine that has never started a conversation', async () => {
    assert.deepEqual(await open().load(), []);
  });

  it('has a start on disk by the time it may be sent', async () => {
    await open().sent(conversation('a'));
    assert.match(await readFile(file(), 'utf8'), /"id":"a"/);
  });

  it('returns what was written, newest first', async () => {
    const journal = open();
    await journal.sent(conversation('old', { sentAt: 1 }));
    await journal.sent(conversation('new', { sentAt: 2 }));
    await journal.changed('old', { outcome: 'started', conversationId: 'c1', status: 'STARTING', reportedAt: 5 });
    const reopened = await open().load();
    assert.deepEqual(reopened, journal.conversations);
    assert.deepEqual(
      reopened.map(({ id, outcome, conversationId }) => [id, outcome, conversationId]),
      [
        ['new', 'sending', undefined],
        ['old', 'started', 'c1'],
      ],
    );
  });

  it('loses nothing when two windows write at once', async () => {
    const windows = [open(), open()];
    await Promise.all(windows.map((window) => window.load()));
    const ids = Array.from({ length: 100 }, (_, index) => index);
    await Promise.all(
      windows.flatMap((window, w) =>
        ids.map(async (index) => {
          await window.sent(conversation(`${w}-${index}`));
          await window.changed(`${w}-${index}`, { outcome: 'started' });
        }),
      ),
    );
    const all = await open().load();
    assert.equal(all.length, 200);
    assert.ok(all.every(({ outcome }) => outcome === 'started'));
    assert.deepEqual(log.lines, []);
  });

  it('tells one window what another one started', async () => {
    const [mine, theirs] = [open(), open()];
    await mine.load();
    await theirs.sent(conversation('theirs'));
    await eventually('their conversation', () => mine.get('theirs') !== undefined, mine.onDidChange);
  });

  it('forgets what was removed, in every window', async () => {
    const [mine, theirs] = [open(), open()];
    await mine.sent(conversation('a'));
    await theirs.load();
    await mine.remove('a');
    assert.deepEqual(mine.conversations, []);
    await eventually('the removal', () => theirs.conversations.length === 0, theirs.onDidChange);
    assert.deepEqual(await open().load(), []);
  });

  it('keeps no trace of what was removed, and everything else', async () => {
    const [mine, theirs] = [open(), open()];
    await Promise.all([mine.load(), theirs.load()]);
    await theirs.sent(conversation('b\u00e9fore'));
    await mine.sent(conversation('secret', { request: { initial_user_msg: 'Rotate \u{1f511} hunter2\nnow' } }));
    await mine.changed('secret', { outcome: 'notStarted', problem: 'hunter2 was refused' });
    const ids = Array.from({ length: 20 }, (_, index) => `${index}`);
    await Promise.all([
      ...ids.map((id) => theirs.sent(conversation(`theirs-${id}`))),
      mine.remove('secret'),
      ...ids.map((id) => mine.sent(conversation(`mine-${id}`))),
    ]);

    assert.doesNotMatch(await readFile(file(), 'utf8'), /hunter2/);
    const kept = ['b\u00e9fore', ...ids.flatMap((id) => [`mine-${id}`, `theirs-${id}`])].sort();
    const idsIn = (journal: ConversationJournal) => journal.conversations.map(({ id }) => id).sort();
    const reopened = open();
    await reopened.load();
    assert.deepEqual(idsIn(reopened), kept);
    for (const window of [mine, theirs])
      await eventually('the same everywhere', () => idsIn(window).join() === kept.join(), window.onDidChange);
    assert.deepEqual(log.lines, []);
  });

  it('keeps no trace of what any window reported after the removal', async () => {
    const [mine, theirs] = [open(new FakeNews()), open(new FakeNews())];
    await mine.sent(conversation('secret'));
    await theirs.load();
    await mine.remove('secret');
    await theirs.changed('secret', { outcome: 'notStarted', problem: 'hunter2 was refused' });
    assert.doesNotMatch(await readFile(file(), 'utf8'), /hunter2|Message of/);
    await mine.changed('secret', { problem: 'hunter2 once more' });
    assert.doesNotMatch(await readFile(file(), 'utf8'), /hunter2/);
    assert.deepEqual(await open().load(), []);
    assert.deepEqual(log.lines, []);
  });

  it('removes from the disk what a crash left there', async () => {
    await open().sent(conversation('a'));
    const late = '{"version":1,"type":"changed","id":"a","change":{"problem":"late"}}';
    await appendFile(file(), `{"version":1,"type":"removed","id":"a"}\n${late}\n`);
    await open().load();
    assert.doesNotMatch(await readFile(file(), 'utf8'), /Message of a|late/);
  });

  it('overwrites nothing in a file that was replaced', async () => {
    const journal = open(new FakeNews());
    await journal.sent(conversation('a'));
    const text = await readFile(file(), 'utf8');
    await rm(file());
    await appendFile(file(), ['b', 'c', 'd'].map((id) => text.replace('"id":"a"', `"id":"${id}"`)).join(''));
    await journal.remove('a');
    assert.equal((await open().load()).length, 3);
  });

  it('keeps working when the system has no watcher left, and reads again when the window regains focus', async () => {
    const news = new FakeNews();
    news.refuses = Object.assign(new Error('ENOSPC: System limit for number of file watchers'), { code: 'ENOSPC' });
    const mine = open(news);
    await mine.sent(conversation('mine'));
    assert.match(log.lines.join('\n'), /^warn: .*late.*ENOSPC/);
    await open().sent(conversation('theirs'));
    assert.equal(mine.get('theirs'), undefined);
    news.focus();
    await eventually('their conversation', () => mine.get('theirs') !== undefined, mine.onDidChange);
  });

  it('leaves no watcher behind when its window closes early', async () => {
    const news = new FakeNews();
    const journal = open(news);
    const loading = journal.load();
    journal.dispose();
    await loading;
    assert.equal(news.watching, 0);
  });

  it('survives a file that becomes unreadable', async () => {
    const unhandled: unknown[] = [];
    // VS Code has unhandled rejections of its own.
    const onUnhandled = (error: unknown) => (String(error).includes('EISDIR') ? unhandled.push(error) : undefined);
    process.on('unhandledRejection', onUnhandled);
    try {
      const news = new FakeNews();
      await open(news).sent(conversation('a'));
      await rm(file());
      await mkdir(file());
      news.change('conversations.jsonl');
      await eventually('a warning', () => /^warn: .*couldn't be read/.test(log.lines.join('\n')), log.onDidWrite, 2000);
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
  });

  it('says "may have started" for a start whose window is gone', async () => {
    // No process has this ID: Linux ends at 2^22, other systems below that.
    await open().sent(conversation('orphan', { sender: 2 ** 30 }));
    const [orphan] = await open().load();
    assert.equal(orphan?.outcome, 'mayHaveStarted');
  });

  it('leaves a start alone while its window still waits', async () => {
    await open().sent(conversation('waiting', { sender: process.pid }));
    const [waiting] = await open().load();
    assert.equal(waiting?.outcome, 'sending');
  });

  it('continues after a line that a crash cut short', async () => {
    await open().sent(conversation('before'));
    await appendFile(file(), '{"version":1,"type":"sent","conver');
    await open().sent(conversation('after'));
    const ids = (await open().load()).map(({ id }) => id);
    assert.deepEqual(ids.sort(), ['after', 'before']);
    assert.ok(log.lines.some((line) => line.startsWith("warn: Some saved conversations couldn't be read.")));
  });

  it('starts over when the file was emptied from outside', async () => {
    const journal = open();
    await journal.sent(conversation('a'));
    await truncate(file(), 0);
    await journal.sent(conversation('b'));
    assert.deepEqual(
      journal.conversations.map(({ id }) => id),
      ['b'],
    );
  });
});

function conversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    baseUrl: 'http://localhost:3000',
    request: { initial_user_msg: `Message of ${id}` },
    outcome: 'sending',
    sentAt: 1,
    deadline: Number.MAX_SAFE_INTEGER,
    sender: process.pid,
    ...more,
  };
}
