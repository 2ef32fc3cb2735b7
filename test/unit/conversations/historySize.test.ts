import assert from 'node:assert/strict';
import { appendFile, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conversation } from '../../../src/conversations/common/conversation';
import { formatJournalRecord } from '../../../src/conversations/common/journal';
import { heapInUse } from '../../fuzz/memory';
import {
  conversation,
  filesIn,
  filesWith,
  historyIn,
  longMessage,
  oldLine,
  openHistory,
} from '../../support/histories';
import { DiskProcess, stepDisk } from '../../support/steppedDisk';
import { removeFolder } from '../../support/removeFolder';

/** Characters of a message, which is also its number of bytes. */
const messageLength = 20_000;
/** Limits of the journal's files: this factor of what they must keep, or this many bytes more. */
const most = { factor: 1.5, bytes: 64 * 1024 };

const numbered = (index: number): Conversation =>
  conversation(`00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`, {
    request: {
      initial_user_msg: longMessage(`${index}`, messageLength),
      repository: 'octocat/app',
      selected_branch: 'main',
    },
    sentAt: index,
    conversationId: `${index}`.padStart(32, '0'),
    status: 'STARTING',
    reportedAt: index + 1,
  });

describe('a history of messages of 20 kB', function () {
  this.timeout(60_000);
  let folder: string;
  let restore: () => void;

  before(async () => (restore = await stepDisk()));
  after(() => restore());
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'size-'))));
  afterEach(() => removeFolder(folder));

  /** Files left by this many starts of an earlier version. */
  async function writeOld(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const { conversationId, status, reportedAt, outcome, ...sent } = numbered(index);
      const change = {
        outcome,
        ...(conversationId && { conversationId }),
        ...(status && { status }),
        ...(reportedAt && { reportedAt }),
      };
      const line = oldLine({ ...sent, outcome: 'sending', sender: 1 });
      await appendFile(
        path.join(folder, 'conversations.jsonl'),
        line + formatJournalRecord({ type: 'changed', id: sent.id, change }),
      );
    }
  }

  async function tidy(): Promise<void> {
    const journal = openHistory(folder);
    await journal.load();
    await journal.tidy();
    journal.dispose();
  }

  async function bytesOf(isOne: (file: string) => boolean): Promise<number> {
    const sizes = (await filesIn(folder)).filter(isOne).map(async (file) => (await stat(path.join(folder, file))).size);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  }
  const journalBytes = () => bytesOf((file) => file.endsWith('.jsonl'));
  const messageBytes = () => bytesOf((file) => file.endsWith('.json'));

  /** Bytes that the journal must keep: one line for each conversation, as short as it can be read. */
  async function neededBytes(): Promise<number> {
    const journal = openHistory(folder);
    const rows = await journal.load();
    journal.dispose();
    return Buffer.byteLength(rows.map((row) => formatJournalRecord({ type: 'sent', conversation: row })).join(''));
  }

  it('has files no larger than necessary once those of an earlier version are migrated', async () => {
    const count = 300;
    await writeOld(count);
    const before = await journalBytes();
    assert.ok(before > count * messageLength);
    await tidy();
    const needed = await neededBytes();
    assert.ok((await journalBytes()) <= needed * 1.01, `${await journalBytes()} bytes for ${needed}`);
    assert.ok(needed < count * 800, `${needed / count} bytes for each`);
    assert.ok((await messageBytes()) < before * 1.05);
    const found = await historyIn(folder);
    for (let index = 0; index < count; index++) {
      const { [numbered(index).id]: one } = found;
      assert.deepEqual(one, { ...numbered(index), sender: 1 });
    }
  });

  it('is opened by reading its lines and no messages, and a start reads no line but its own', async () => {
    const count = 200;
    await writeOld(count);
    await tidy();
    const journal = openHistory(folder);
    const window = new DiskProcess(process.pid);
    await window.run(() => journal.load());
    assert.equal(journal.conversations.length, count);
    assert.equal(window.bytesRead, await journalBytes());
    const before = await journalBytes();
    const starting = new DiskProcess(process.pid);
    await starting.run(() => journal.sent(conversation('new', { outcome: 'sending', sender: process.pid })));
    journal.dispose();
    const own = (await journalBytes()) - before;
    assert.ok(own < 800 && starting.bytesRead <= own, `${starting.bytesRead} bytes read, ${own} written`);
  });

  it('frees the space of removed conversations', async () => {
    const count = 200;
    await writeOld(count);
    await tidy();
    const [lines, messages] = [await journalBytes(), await messageBytes()];
    const journal = openHistory(folder);
    for (const { id } of (await journal.load()).slice(0, 0.75 * count)) await journal.remove(id);
    assert.ok((await messageBytes()) < messages * 0.26);
    await journal.tidy();
    journal.dispose();
    assert.ok((await journalBytes()) < lines * 0.26, `${await journalBytes()} of ${lines} bytes`);
    assert.equal(Object.keys(await historyIn(folder)).length, 0.25 * count);
  });

  it("doesn't grow with status changes", async () => {
    const journal = openHistory(folder);
    for (let index = 0; index < 20; index++) await journal.sent(numbered(index));
    const { id } = numbered(7);
    let largest = 0;
    for (let time = 0; time < 1000; time++) {
      await journal.changed(id, { status: `Status ${time} ${'x'.repeat(100)}`, reportedAt: 100 + time });
      await journal.tidy();
      largest = Math.max(largest, await journalBytes());
    }
    const needed = await neededBytes();
    // The last line may exceed the limit.
    assert.ok(largest <= most.factor * needed + most.bytes + 1000, `${largest} bytes for ${needed}`);
    const { status } = (await journal.whole(id)) ?? {};
    assert.match(status ?? '', /^Status 999 /);
    journal.dispose();
  });

  it('keeps no messages in memory, in either file format', async () => {
    const count = 1000;
    await writeOld(count);
    for (const form of ['an earlier version', 'this version']) {
      const before = await heapInUse();
      const journal = openHistory(folder);
      const rows = (await journal.load()).length;
      const each = ((await heapInUse()) - before) / rows;
      journal.dispose();
      assert.equal(rows, count);
      // Fifteen megabytes for ten thousand.
      assert.ok(each < 1500, `${form}: ${each} bytes for each`);
      await tidy();
    }
  });

  it('leaves short messages in place', async () => {
    await writeOld(2);
    await tidy();
    assert.deepEqual(await filesIn(folder), ['conversations.jsonl']);
    assert.deepEqual(await filesWith(folder, 'text of 1'), ['conversations.jsonl']);
  });
});
