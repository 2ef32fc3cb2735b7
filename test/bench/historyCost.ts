import { open as openFile, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { groupConversations } from '../../src/conversations/conversationList';
import { nodeItem } from '../../src/conversations/vscode/conversationItems';
import { History } from '../../src/conversations/history';
import { heapInUse } from '../fuzz/memory';
import { TemporaryFolder } from '../host/temporaryFolder';
import { RecordingLog } from '../support/recordingLog';
import { conversation, writeHistory } from './historyFile';
import { mebibytes, milliseconds, row, times, verdict, type Row } from './row';
import { medianTimes } from './samples';

const sizes = [200, 10_000, 100_000];
const pageSize = 200;

/** Histories with messages of 20 kB: opening the view, writing a start while it is open, and what is held of it. */
export async function historyCost(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    using storage = new TemporaryFolder('bench-history');
    const folder = await writeHistory(storage.path, size);
    const [open = NaN, read = NaN] = await medianTimes(
      15,
      () => openView(storage.path),
      () => readPage(folder),
    );
    const [record = NaN, replace = NaN] = await recordStarts(storage.path, size);
    const held = await hold(storage.path);
    rows.push(
      row(`History of ${size.toLocaleString('en')}, messages of 20 kB: open the view`, {
        target: '≤ 1.5 × listing names and reading the page',
        measured: milliseconds(open),
        baseline: `${milliseconds(read)} (plain fs)`,
        ratio: times(open / read),
        verdict: verdict(open <= 1.5 * read),
      }),
      row('— record a start, the view open', {
        target: '≤ 2 × one bare write',
        measured: milliseconds(record),
        baseline: `${milliseconds(replace)} (temporary, fdatasync, rename)`,
        ratio: times(record / replace),
        verdict: verdict(record <= 2 * replace),
      }),
      row('— memory held', { target: '≤ 5 MB', measured: mebibytes(held), verdict: verdict(held <= 5e6) }),
    );
  }
  return rows;
}

const open = (storage: string) =>
  new History(storage, () => conversation(0).workspace, new RecordingLog(), { pageSize });

/** From the folder to the rows that VS Code asks for at first. */
async function openView(storage: string): Promise<void> {
  const history = open(storage);
  const nodes = groupConversations(await history.load(), history.completeSince);
  const now = Date.now();
  for (const node of nodes) nodeItem(node, now);
  history.dispose();
}

async function readPage(folder: string): Promise<void> {
  const names = (await readdir(folder)).sort().slice(-pageSize);
  await Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as unknown));
}

async function recordStarts(storage: string, size: number): Promise<number[]> {
  const history = open(storage);
  await history.load();
  let next = size;
  const taken = await medianTimes(
    40,
    () => history.add(conversation(next++)),
    () => bareReplace(path.join(storage, `${next}.json`), JSON.stringify(conversation(next))),
  );
  history.dispose();
  return taken;
}

/** Bytes of heap. */
async function hold(storage: string): Promise<number> {
  const before = await heapInUse();
  const history = open(storage);
  await history.load();
  const held = (await heapInUse()) - before;
  history.dispose();
  return held;
}

async function bareReplace(file: string, content: string): Promise<void> {
  const handle = await openFile(`${file}.tmp`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.tmp`, file);
}
