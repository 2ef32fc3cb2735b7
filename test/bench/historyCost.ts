import { link, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/conversation';
import { groupConversations } from '../../src/conversations/conversationList';
import { recordNameOf } from '../../src/conversations/conversationRecord';
import { nodeItem } from '../../src/conversations/vscode/conversationItems';
import { heapInUse } from '../fuzz/memory';
import { TemporaryFolder } from '../host/temporaryFolder';
import { conversation, longMessage, openHistory } from '../support/histories';
import { RecordingLog } from '../support/recordingLog';
import { compared, type Row } from './row';
import { medianTimes } from './samples';

const sizes = [200, 10_000, 100_000];
const pageSize = 200;

/** Histories with messages of 20 kB: opening the view, writing a start while it is open, and what is held of it. */
export async function historyCost(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    using storage = new TemporaryFolder('bench-history');
    const folder = await writeStarts(storage.path, size);
    const openPage = () => openHistory(storage.path, new RecordingLog(), { pageSize });
    const before = await heapInUse();
    const history = openPage();
    await history.load();
    const held = (await heapInUse()) - before;
    let next = size;
    const [view = NaN, read = NaN] = await medianTimes(
      15,
      async () => {
        const opened = openPage();
        const nodes = groupConversations(await opened.load(), opened.completeSince);
        for (const node of nodes) nodeItem(node, Date.now());
        opened.dispose();
      },
      () => readPage(folder),
    );
    const [record = NaN, replace = NaN] = await medianTimes(
      40,
      () => history.add(start(next++)),
      () => bareReplace(path.join(storage.path, `${next}.json`), JSON.stringify(start(next))),
    );
    history.dispose();
    rows.push(
      compared(`History of ${size.toLocaleString('en')}, messages of 20 kB: open the view`, {
        measured: view,
        baseline: read,
        to: 'listing names and reading the page with plain fs',
        most: 1.5,
      }),
      compared('— record a start, the view open', {
        measured: record,
        baseline: replace,
        to: 'temporary, fdatasync, rename',
        most: 2,
      }),
      { what: '— memory held', target: '≤ 5 MB', measured: `${(held / 1e6).toFixed(2)} MB`, isMet: held <= 5e6 },
    );
  }
  return rows;
}

/** A start of some time ago. */
function start(index: number): Conversation {
  const sentAt = Date.UTC(2026, 0, 1) + index * 60_000;
  const request = { initial_user_msg: longMessage(`${index}`, 20_000), repository: 'octocat/app' };
  return conversation(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, { sentAt, request });
}

/** The newest files, which have content of their own; the others are never to be read. */
const own = 1000;

/** Links that a file may have on every file system. */
const mostLinks = 30_000;

/** Writes the history of so many starts, as the extension would have, and returns its folder. */
async function writeStarts(storage: string, count: number): Promise<string> {
  const folder = path.join(storage, 'conversations');
  await mkdir(folder, { recursive: true });
  let linked = '';
  for (let index = 0; index < count; index++) {
    const one = start(index);
    const file = path.join(folder, `${recordNameOf(one)}.json`);
    if (index < count - own && index % mostLinks !== 0) await link(linked, file);
    else await writeFile((linked = file), JSON.stringify({ version: 1, ...one }));
  }
  return folder;
}

async function readPage(folder: string): Promise<void> {
  const names = (await readdir(folder)).sort().slice(-pageSize);
  await Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as unknown));
}

async function bareReplace(file: string, content: string): Promise<void> {
  const handle = await open(`${file}.tmp`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.tmp`, file);
}
