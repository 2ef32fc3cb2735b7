import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversationGroups } from '../../src/conversations/common/conversationGroups';
import { formatJournalRecord } from '../../src/conversations/common/journal';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { nodeItem } from '../../src/conversations/vscode/conversationItems';
import { TemporaryFolder } from '../host/temporaryFolder';
import { RecordingLog } from '../support/recordingLog';
import { bareAppend } from './bareAppend';
import { growing, growthRow, sizes } from './growth';
import { conversation, writeHistory } from './historyFile';
import { milliseconds, row, times, verdict, type Row } from './row';
import { medianTimes } from './samples';

/** Opening the view on a history, and writing a start into it while the view is open. */
export async function historyCost(): Promise<readonly Row[]> {
  const opened: number[] = [];
  const parsed: number[] = [];
  const recorded: number[] = [];
  const appended: number[] = [];
  for (const size of sizes) {
    using folder = new TemporaryFolder('bench-history');
    const file = await writeHistory(folder.path, size);
    const [open = NaN, parse = NaN] = await medianTimes(
      15,
      () => openView(folder.path),
      () => parseLines(file),
    );
    opened.push(open);
    parsed.push(parse);
    const [record = NaN, append = NaN] = await recordStarts(folder.path, size);
    recorded.push(record);
    appended.push(append);
  }
  const [open, parse, record, append] = [opened, parsed, recorded, appended].map(growing) as [G, G, G, G];
  return [
    row('History of 10,000: open the view', {
      target: '≤ 100 ms',
      measured: milliseconds(open[2]),
      baseline: `${milliseconds(parse[2])} (JSON.parse of its lines)`,
      ratio: times(open[2] / parse[2]),
      verdict: verdict(open[2] <= 100),
    }),
    growthRow('growth', open, parse),
    row('History of 10,000: record a start, the view open', {
      target: '≤ 5 ms',
      measured: milliseconds(record[2]),
      baseline: `${milliseconds(append[2])} (append and fdatasync)`,
      ratio: times(record[2] / append[2]),
      verdict: verdict(record[2] <= 5),
    }),
    row('— with 10, 1,000 and 10,000', {
      measured: record.map(milliseconds).join(', '),
      baseline: append.map(milliseconds).join(', '),
    }),
  ];
}

type G = ReturnType<typeof growing>;

/** From the file to the rows that VS Code asks for at first. */
export async function openView(folder: string): Promise<void> {
  const journal = new ConversationJournal(folder, new RecordingLog());
  const outline = new ConversationGroups();
  outline.update(await journal.load());
  const now = Date.now();
  for (const node of outline.nodes) nodeItem(node, now);
  journal.dispose();
}

export async function parseLines(file: string): Promise<void> {
  for (const line of (await readFile(file, 'utf8')).split('\n')) if (line) JSON.parse(line);
}

export async function recordStarts(folder: string, size: number, characters?: number): Promise<number[]> {
  const journal = new ConversationJournal(folder, new RecordingLog());
  const outline = new ConversationGroups();
  outline.update(await journal.load());
  const listener = journal.onDidChange(() => outline.update(journal.conversations));
  const baseline = path.join(folder, 'baseline.jsonl');
  await bareAppend(baseline, '\n');
  let next = size;
  const start = () => {
    const { deadline, ...rest } = conversation(next++, characters);
    // One that was interrupted would be looked after.
    return { ...rest, deadline: deadline + 10 ** 12, sender: process.pid };
  };
  const taken = await medianTimes(
    40,
    () => journal.sent(start()),
    () => bareAppend(baseline, formatJournalRecord({ type: 'sent', conversation: start() })),
  );
  listener.dispose();
  journal.dispose();
  return taken;
}
