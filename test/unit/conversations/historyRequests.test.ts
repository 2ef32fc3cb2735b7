import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { remember } from '../../../src/conversations/common/rememberedRequest';
import { formatJournalRecord } from '../../../src/conversations/common/journal';
import { compactJournal } from '../../../src/conversations/node/compactJournal';
import type { ConversationJournal } from '../../../src/conversations/node/conversationJournal';
import { exclusively } from '../../../src/base/node/exclusively';
import { JournalFiles } from '../../../src/conversations/node/journalFiles';
import { RequestFiles } from '../../../src/conversations/node/requestFiles';
import {
  conversation,
  filesIn,
  filesWith,
  historyIn,
  longMessage,
  oldLine,
  openHistory,
} from '../../support/histories';
import { RecordingLog } from '../../support/recordingLog';
import { nobody } from '../../support/steppedDisk';
import { removeFolder } from '../../support/removeFolder';

const requestFile = 'conversations/b6d767d2f8ed5d21a44b0e5886680cb9.json';

describe('requests that are too long for a line', () => {
  let folder: string;
  let log: RecordingLog;
  const opened: ConversationJournal[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'requests-'));
    log = new RecordingLog();
  });
  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.dispose();
    await removeFolder(folder);
  });

  function open(): ConversationJournal {
    const journal = openHistory(folder, log);
    opened.push(journal);
    return journal;
  }
  const inFolder = (name: string) => path.join(folder, name);
  const requests = async () =>
    (await filesIn(folder)).filter((file) => file.startsWith('conversations'.concat(path.sep)));

  async function compact(): Promise<void> {
    const [files, kept] = [new JournalFiles(folder), new RequestFiles(inFolder('conversations'))];
    const { signal } = new AbortController();
    await compactJournal({ files, requests: kept, settleMilliseconds: 0, signal });
  }

  const everything = conversation('a', {
    request: remember({
      initial_user_msg: longMessage('a'),
      repository: 'octocat/app',
      git_provider: 'github',
      selected_branch: 'main',
      conversation_instructions: longMessage('instructions'),
      conversation_id: 'mine',
      suggested_task: { git_provider: 'github', task_type: 'T', repo: 'a/b', issue_number: 1, title: 't'.repeat(300) },
      create_microagent: { repo: 'a/b', title: 'Agent' },
    }),
    notKept: ['image_urls', 'mcp_config'],
  });

  it('are available whole on request in every window, and shortened for lists', async () => {
    const [mine, theirs] = [open(), open()];
    await mine.sent(everything);
    await theirs.load();
    for (const window of [mine, theirs, open()]) {
      assert.deepEqual(await window.whole('a'), everything);
      const row = window.get('a');
      assert.deepEqual([row?.abridged, row?.request.initial_user_msg], [true, 'Task a']);
    }
    assert.deepEqual(log.lines, []);
  });

  it('are in files that only their owner can read', async function () {
    if (process.platform === 'win32') this.skip();
    await open().sent(everything);
    const [file = assert.fail()] = await requests();
    assert.equal((await stat(inFolder(file))).mode & 0o777, 0o600);
    assert.equal((await filesWith(folder, 'text of a')).join(), file);
  });

  it("are not sent, and leave nothing, if their line can't be written", async () => {
    const journal = open();
    await journal.load();
    await mkdir(inFolder('conversations.jsonl'));
    await assert.rejects(journal.sent(everything), { name: 'HistoryError', action: 'write' });
    assert.deepEqual(await filesIn(folder), []);
  });

  it("are not sent if they can't be written", async () => {
    await writeFile(inFolder('conversations'), 'no folder');
    await assert.rejects(open().sent(everything), { name: 'HistoryError', action: 'write' });
    assert.deepEqual(await filesIn(folder), ['conversations']);
  });

  it("are shortened if they can't be read, and say so", async () => {
    const journal = open();
    await journal.sent(everything);
    const [file = assert.fail()] = await requests();
    await writeFile(inFolder(file), '{"version":1,"id":"other","request":{}}');
    const found = await journal.whole('a');
    assert.deepEqual([found?.abridged, found?.request.initial_user_msg], [true, 'Task a']);
    assert.ok(found?.notKept?.includes('initial_user_msg'));
    assert.match(log.lines.join('\n'), /^warn: A request cannot be read\./);
    assert.ok(!log.lines.join('\n').includes('Task a'));
    await rm(inFolder(file));
    assert.deepEqual(await journal.whole('a'), found);
  });

  it('are read from the line written by an earlier version', async () => {
    await writeFile(inFolder('conversations.jsonl'), oldLine(everything));
    const journal = open();
    await journal.load();
    assert.equal(journal.get('a')?.request.initial_user_msg, 'Task a');
    assert.deepEqual(await journal.whole('a'), everything);
    assert.deepEqual(await requests(), []);
  });

  it('are also migrated from an earlier version that keeps writing', async () => {
    const journal = open();
    await journal.sent(everything);
    await compact();
    await appendFile(inFolder('conversations.jsonl'), oldLine(conversation('older')));
    assert.deepEqual(await historyIn(folder), { a: everything, older: conversation('older') });
    await compact();
    assert.deepEqual(await historyIn(folder), { a: everything, older: conversation('older') });
    assert.equal((await requests()).length, 2);
    assert.ok(!(await filesIn(folder)).includes('conversations.jsonl'));
  });

  it('keep their rows after another window made the files smaller, except for changes', async () => {
    const journal = open();
    for (const id of ['a', 'b', 'c']) await journal.sent(conversation(id, { sentAt: id.charCodeAt(0) }));
    const before = journal.conversations;
    await open().changed('b', { status: 'RUNNING', reportedAt: 5 });
    await compact();
    // It reads before it writes, and finds nothing to write about.
    await journal.changed('nobody', {});
    const changed = journal.conversations.filter((row, index) => row !== before[index]);
    assert.deepEqual(
      changed.map(({ id, status }) => [id, status]),
      [['b', 'RUNNING']],
    );
  });

  it("are shortened for an earlier version that reads their lines, and say that they're incomplete", async () => {
    await open().sent(everything);
    const line = (await readFile(inFolder('conversations.jsonl'), 'utf8')).trim();
    const {
      version,
      type,
      conversation: row,
    } = JSON.parse(line) as { version: number; type: string; conversation: typeof everything };
    assert.deepEqual([version, type, row.request.initial_user_msg], [1, 'sent', 'Task a']);
    assert.ok(row.notKept?.includes('initial_user_msg'));
    assert.ok(Buffer.byteLength(line) < 1500, line);
  });

  it('are removed with their conversation, whichever window removes it', async () => {
    const [mine, theirs] = [open(), open()];
    await mine.sent(everything);
    await theirs.remove('a');
    assert.deepEqual(await requests(), []);
    assert.equal(await mine.whole('a').then((found) => found?.abridged), true);
    await mine.changed('a', { status: 'late' });
    assert.equal(await mine.whole('a'), undefined);
    assert.deepEqual(await filesWith(folder, 'late'), []);
  });

  it('are removed when the files are made smaller if the window was killed while removing their conversation', async () => {
    await open().sent(everything);
    await appendFile(inFolder('conversations.jsonl'), formatJournalRecord({ type: 'removed', id: 'a' }));
    await compact();
    assert.deepEqual(
      [await requests(), await filesWith(folder, 'Task a'), await filesWith(folder, 'removed')],
      [[], [], []],
    );
  });

  it('are not mistaken for the remains of an interrupted removal if there are spaces before their line', async () => {
    const line = formatJournalRecord({ type: 'sent', conversation: conversation('theirs') });
    await appendFile(inFolder('conversations.jsonl'), `  ${line}    half of what was removed","sentAt":1}}\n`);
    const journal = open();
    assert.deepEqual(await journal.load(), []);
    const text = await readFile(inFolder('conversations.jsonl'), 'utf8');
    assert.ok(text.startsWith(`  ${line}`) && !text.includes('half of what'), text);
    assert.deepEqual([log.lines, journal.troubles], [[], []]);
  });

  it('have one name for each id, which is never a path', async () => {
    const files = new RequestFiles(folder);
    const ids = ['../../a', 'a/b', 'CON', 'a', 'A', '', '.', '00000000-0000-4000-8000-00000000000a', '\0', '__proto__'];
    for (const id of ids) await files.write(conversation(id));
    for (const id of ids) assert.deepEqual((await files.read(id))?.request, conversation(id).request);
    const names = await filesIn(folder);
    assert.equal(names.length, ids.length);
    for (const name of names) assert.match(name, /^[0-9a-f-]{36,64}\.json$/);
  });

  describe('that a crash left without a line', () => {
    const long = Date.now() / 1000 - 24 * 60 * 60;

    async function leave(name: string, at = long): Promise<void> {
      await mkdir(inFolder('conversations'), { recursive: true });
      await writeFile(inFolder(name), 'hunter2');
      await utimes(inFolder(name), at, at);
    }

    it('are removed', async () => {
      const journal = open();
      await journal.sent(everything);
      await leave(requestFile);
      await leave('conversations/.x.json.1073741824.tmp');
      await leave('.conversations.1-0123abcd.jsonl.1073741824.tmp');
      await journal.tidy();
      assert.deepEqual([await filesWith(folder, 'hunter2'), (await requests()).length], [[], 1]);
    });

    it('stay if another window may be about to write the line', async () => {
      await leave(requestFile, Date.now() / 1000);
      await open().tidy();
      assert.equal((await requests()).length, 1);
    });

    for (const line of ['{"version":2,"type":"sent"}', 'damaged'])
      it(`stay if a line can't be read: ${line}`, async () => {
        await appendFile(inFolder('conversations.jsonl'), `${line}\n`);
        await leave(requestFile);
        await open().tidy();
        await open().tidy();
        assert.equal((await requests()).length, 1);
      });

    it('stay if there are so many that something else must be wrong', async () => {
      const names = Array.from({ length: 21 }, (_, index) => `conversations/${`${index}`.padStart(36, '0')}.json`);
      for (const name of names) await leave(name);
      await open().tidy();
      assert.equal((await requests()).length, names.length);
      assert.match(log.lines.join('\n'), /^warn: Requests that belong to no conversation are left\. {"files":21}/);
    });
  });

  it('are rewritten by one window at a time, which may have been killed', async () => {
    const lock = inFolder('conversations.lock');
    let other: boolean | undefined;
    const work = async () => {
      other = await exclusively(lock, () => assert.fail('two at once'));
    };
    assert.deepEqual([await exclusively(lock, work), other, await filesIn(folder)], [true, false, []]);
    await writeFile(lock, `${nobody}`);
    let done = 0;
    const count = () => {
      done++;
      return Promise.resolve();
    };
    assert.equal(await exclusively(lock, count), true);
    await writeFile(lock, `${process.ppid}`);
    assert.equal(await exclusively(lock, count), false);
    await utimes(lock, long(), long());
    assert.equal(await exclusively(lock, count), true);
    await assert.rejects(
      exclusively(lock, () => Promise.reject(new Error('fails'))),
      /fails/,
    );
    assert.deepEqual([done, await filesIn(folder)], [2, []]);
  });
});

/** One day ago, in seconds. */
function long(): number {
  return Date.now() / 1000 - 24 * 60 * 60;
}
