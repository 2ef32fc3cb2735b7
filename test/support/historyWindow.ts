// node out/test/support/historyWindow.js <folder> <name> <role>: a window's process that works on a history until its
// input ends. Prints each id on a line of its own when its changes are on disk.
import path from 'node:path';
import process from 'node:process';
import { formatJournalRecord, type JournalRecord } from '../../src/conversations/common/journal';
import { compactJournal } from '../../src/conversations/node/compactJournal';
import { JournalFiles } from '../../src/conversations/node/journalFiles';
import { appendLines } from '../../src/base/node/lineFile';
import { RequestFiles } from '../../src/conversations/node/requestFiles';
import { conversation, longMessage, openHistory } from './histories';

const [folder = '', name = '', role = ''] = process.argv.slice(2);
/** Time that compaction grants an earlier version from opening the first file to writing into it. */
const settleMilliseconds = 100;

const ending = new AbortController();
process.stdin.on('end', () => ending.abort()).resume();

const answered = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;

/** Returns a new conversation; every other one has a short message. */
function next(index: number) {
  const id = `${name}-${index}`;
  const message = index % 2 === 0 ? longMessage(id) : `Short ${id}`;
  return conversation(id, {
    request: { initial_user_msg: message },
    outcome: 'sending',
    sender: process.pid,
    deadline: Number.MAX_SAFE_INTEGER,
  });
}

const roles: Readonly<Record<string, () => Promise<void>>> = {
  /** Starts, receives the answer, and removes every fifth. */
  async starts() {
    const journal = openHistory(folder);
    for (let index = 0; !ending.signal.aborted; index++) {
      const started = next(index);
      await journal.sent(started);
      await journal.changed(started.id, answered);
      if (index % 5 === 4) await journal.remove(started.id);
      console.log(started.id);
    }
    journal.dispose();
  },
  /**
   * The same as an earlier version does it: into the first file, whatever others there are. If it took longer than is
   * granted, on a machine that does other work, nothing is promised: the id isn't printed.
   */
  async earlierVersion() {
    const append = async (record: JournalRecord) => {
      const began = performance.now();
      await appendLines(file, formatJournalRecord(record), true);
      return performance.now() - began < settleMilliseconds;
    };
    const file = path.join(folder, 'conversations.jsonl');
    for (let index = 0; !ending.signal.aborted; index++) {
      const started = next(index);
      const { id } = started;
      const inTime = [
        await append({ type: 'sent', conversation: started }),
        await append({ type: 'changed', id, change: answered }),
        index % 5 !== 4 || (await append({ type: 'removed', id })),
      ];
      if (inTime.every(Boolean)) console.log(id);
    }
  },
  /** Compacts again and again, whether or not there is anything to gain. */
  async compacts() {
    for (let index = 0; !ending.signal.aborted; index++) {
      const files = new JournalFiles(folder);
      const requests = new RequestFiles(path.join(folder, 'conversations'));
      await compactJournal({ files, requests, settleMilliseconds, signal: ending.signal }).catch(() => undefined);
      console.log(`${name}-${index}`);
    }
  },
};

void roles[role]?.().then(() => process.exit(0));
