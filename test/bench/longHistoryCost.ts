import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatJournalRecord } from '../../src/conversations/common/journal';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { heapInUse } from '../fuzz/memory';
import { TemporaryFolder } from '../host/temporaryFolder';
import { RecordingLog } from '../support/recordingLog';
import { openView, parseLines, recordStarts } from './historyCost';
import { longMessage, writeHistory } from './historyFile';
import { mebibytes, milliseconds, row, times, verdict, type Row } from './row';
import { medianTimes } from './samples';

const entries = 10_000;

/** A history of long messages: taken over from an earlier version, opened, held, and written into. */
export async function longHistoryCost(): Promise<readonly Row[]> {
  using folder = new TemporaryFolder('bench-long-history');
  const source = await writeHistory(folder.path, entries, longMessage);
  const { size: before } = await stat(source);
  const [loading, takingOver] = await takeOver(folder.path);
  const files = (await readdir(folder.path)).filter((name) => name.endsWith('.jsonl'));
  const [file = source] = files.map((name) => path.join(folder.path, name));
  const { size: after } = await stat(file);
  const [held, needed] = await hold(folder.path);
  const [open = NaN, parse = NaN] = await medianTimes(
    15,
    () => openView(folder.path),
    () => parseLines(file),
  );
  const [record = NaN, append = NaN] = await recordStarts(folder.path, entries, longMessage);
  return [
    row('History of 10,000 with messages of 20 kB: open the view', {
      target: '≤ 100 ms',
      measured: milliseconds(open),
      baseline: `${milliseconds(parse)} (JSON.parse of its lines)`,
      ratio: times(open / parse),
      verdict: verdict(open <= 100),
    }),
    row('— record a start, the view open', {
      target: '≤ 5 ms',
      measured: milliseconds(record),
      baseline: `${milliseconds(append)} (append and fdatasync)`,
      ratio: times(record / append),
      verdict: verdict(record <= 5),
    }),
    row('— memory held', {
      target: '≤ 15 MB',
      measured: mebibytes(held),
      baseline: `${mebibytes(after)} (its lines)`,
      verdict: verdict(held <= 15e6),
    }),
    row('— lines after compaction', {
      target: '≤ 1.5 × what they must keep',
      measured: mebibytes(after),
      baseline: mebibytes(needed),
      ratio: times(after / needed),
      verdict: verdict(files.length === 1 && after <= 1.5 * needed),
    }),
    row('— taken over from an earlier version, once', {
      measured: `${milliseconds(takingOver)} in the background, after ${milliseconds(loading)} to open`,
      baseline: `${mebibytes(before)} (its file)`,
    }),
  ];
}

/** Milliseconds: until it can be used, and until its files are small. */
async function takeOver(folder: string): Promise<[number, number]> {
  const journal = new ConversationJournal(folder, new RecordingLog());
  const start = performance.now();
  await journal.load();
  const loaded = performance.now();
  await journal.tidy();
  journal.dispose();
  return [loaded - start, performance.now() - loaded];
}

/** Bytes: of heap, and of the lines that say what is there. */
async function hold(folder: string): Promise<[number, number]> {
  const before = await heapInUse();
  const journal = new ConversationJournal(folder, new RecordingLog());
  const { length } = await journal.load();
  await journal.tidy();
  const held = (await heapInUse()) - before;
  const rows = journal.conversations.map((conversation) => formatJournalRecord({ type: 'sent', conversation }));
  journal.dispose();
  if (length !== entries) throw new Error(`${length} conversations`);
  return [held, Buffer.byteLength(rows.join(''))];
}
