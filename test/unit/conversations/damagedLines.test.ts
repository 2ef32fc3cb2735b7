import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConversationJournal } from '../../../src/conversations/node/conversationJournal';
import { conversation, filesIn, filesWith, openHistory } from '../../support/histories';
import { RecordingLog } from '../../support/recordingLog';
import { removeFolder } from '../../support/removeFolder';

const day = 24 * 60 * 60;

describe('damaged lines of the history', () => {
  let folder: string;
  const opened: ConversationJournal[] = [];
  const file = () => path.join(folder, 'conversations.jsonl');
  const damagedFile = () => path.join(folder, 'conversations.damaged.jsonl');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'damaged-lines-'));
    for (const id of ['a', 'b']) await (await open()).sent(conversation(id));
    await appendFile(file(), '{"version":1,"type":"sent","conversation":{"request":{"initial_user_msg":"hunter2\n');
  });
  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.dispose();
    await removeFolder(folder);
  });

  /** The history as another window has it, with the damaged line moved. */
  async function open(): Promise<ConversationJournal> {
    const journal = openHistory(folder, new RecordingLog());
    opened.push(journal);
    await journal.load();
    return journal;
  }

  it('are kept for inspection, and removed with the last conversation', async () => {
    const journal = await open();
    await journal.remove('a');
    assert.deepEqual(await filesWith(folder, 'hunter2'), ['conversations.damaged.jsonl']);
    assert.equal(journal.troubles.length, 1);
    await journal.remove('b');
    assert.deepEqual(await filesIn(folder), ['conversations.jsonl']);
    assert.deepEqual([await filesWith(folder, 'hunter2'), journal.troubles], [[], []]);
  });

  it('are removed with the last conversation even before they were moved', async () => {
    await rm(file());
    const journal = await open();
    await journal.sent(conversation('c'));
    await appendFile(file(), '{"version":1,"hunter2\n');
    await journal.remove('c');
    assert.deepEqual(await filesWith(folder, 'hunter2'), []);
  });

  for (const [days, files] of [
    [29, ['conversations.damaged.jsonl']],
    [31, []],
  ] as const) {
    it(`are ${files.length > 0 ? 'kept' : 'removed'} ${days} days after they were moved`, async () => {
      await open();
      const then = Date.now() / 1000 - days * day;
      await utimes(damagedFile(), then, then);
      await (await open()).tidy();
      assert.deepEqual(await filesWith(folder, 'hunter2'), files);
    });
  }
});
