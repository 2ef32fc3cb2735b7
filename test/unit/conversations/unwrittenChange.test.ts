import assert from 'node:assert/strict';
import fs, { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { ConversationJournal } from '../../../src/conversations/node/conversationJournal';
import { conversation, historyIn, openHistory } from '../../support/histories';
import { RecordingLog } from '../../support/recordingLog';
import { removeFolder } from '../../support/removeFolder';

/** A start that this process waits for. */
const sending = (id: string) =>
  conversation(id, {
    request: { initial_user_msg: 'Fix it' },
    outcome: 'sending',
    sender: process.pid,
    deadline: Number.MAX_SAFE_INTEGER,
  });

describe("an outcome that can't be written while something else waits to be written", () => {
  const { open } = fs;
  let folder: string;
  let log: RecordingLog;
  let journal: ConversationJournal;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unwritten-'));
    log = new RecordingLog();
    journal = openHistory(folder, log);
    for (const id of ['a', 'b']) await journal.sent(sending(id));
  });
  afterEach(async () => {
    fs.open = open;
    journal.dispose();
    await removeFolder(folder);
  });

  /** The next writes to the history fail, as while another program has its file open. */
  function failWrites(times: number): void {
    let left = times;
    fs.open = (...given) => {
      const isWrite = given[1] !== 'r';
      if (!isWrite || left-- <= 0) return open(...given);
      return Promise.reject(Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' }));
    };
  }

  const outcomesOf = (found: (id: string) => { readonly outcome: string } | undefined) =>
    ['a', 'b', 'c'].map((id) => found(id)?.outcome).join(' ');

  const started = { outcome: 'started' } as const;
  for (const [what, fails, write, outcomes] of [
    ['another outcome', 1, () => journal.changed('b', started), 'started started '],
    ['another outcome, which fails as well', 2, () => journal.changed('b', started), 'sending sending '],
    ['a start', 1, () => journal.sent(sending('c')), 'started sending sending'],
    ['a removal', 1, () => journal.remove('b'), 'started  '],
  ] as const)
    it(`is written with it: ${what}`, async () => {
      failWrites(fails);
      await Promise.all([journal.changed('a', started), write()]);
      const isWritten = fails === 1;
      const known = outcomesOf((id) => journal.get(id));
      assert.equal(known, isWritten ? outcomes : 'started started ');
      assert.deepEqual(
        journal.troubles.map(({ kind }) => kind),
        isWritten ? [] : ['unwritten'],
      );
      assert.equal(log.lines.filter((line) => line.includes("hasn't been saved yet")).length, 1);
      const onDisk = await historyIn(folder);
      assert.equal(
        outcomesOf((id) => onDisk[id]),
        outcomes,
      );
      await journal.changed('a', { status: 'RUNNING' });
      const later = await historyIn(folder);
      assert.equal(
        outcomesOf((id) => later[id]),
        known,
      );
      assert.deepEqual(journal.troubles, []);
    });
});
