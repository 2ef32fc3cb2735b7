import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { abridged } from '../common/abridged';
import type { Conversation } from '../common/conversation';
import { formatJournalRecord, parseJournalRecord, type JournalRecord } from '../common/journal';
import { errorName } from '../../base/common/log';
import { JournalContents, speaksOf } from './journalContents';
import type { JournalFiles } from './journalFiles';
import { idOf } from './knownConversations';
import { bytesFrom, isBlanked, linesFrom } from '../../base/node/lineFile';
import { renameWhenFree } from '../../base/node/files';
import type { RequestFiles } from './requestFiles';

export interface Compaction {
  readonly files: JournalFiles;
  readonly requests: RequestFiles;
  /** Time an earlier version of the extension may take from opening the first file to writing to it. */
  readonly settleMilliseconds: number;
  readonly signal: AbortSignal;
}

/** A file to be removed. It stays open: by then, another one may be at its path. */
interface Source {
  readonly path: string;
  readonly handle: FileHandle;
  /** Position up to which the new file includes it. */
  end: number;
}

/** Contents of the files, as far as they have been read. */
interface Contents {
  readonly contents: JournalContents;
  /** Lines that aren't understood, byte for byte. */
  readonly unread: readonly Buffer[];
  /** Conversations whose lines contain all of a long request. */
  readonly whole: ReadonlySet<string>;
  /** True if no other file can have more about changes whose start hasn't been read. */
  readonly isAll: boolean;
}

/**
 * Writes the content of the journal's files to a new file and removes them: one line for each conversation, and long
 * requests in files of their own. It may be interrupted at any point, other windows may read and append meanwhile, and
 * two compactions may run at once: the old files stay until a newer one includes everything they have, and content of
 * both counts once.
 * @throws the error that prevents it; everything that was known is still there
 */
export async function compactJournal(compaction: Compaction): Promise<void> {
  const { files, requests } = compaction;
  const sources: Source[] = [];
  try {
    for (const path of await files.list()) sources.push({ path, handle: await open(path, 'r'), end: 0 });
    const read = await readAll(sources, compaction);
    await takeOver(sources, read, compaction);
    await files.publish(linesOf(read));
    // From now on, windows append to the new file, or notice that they haven't.
    const released: string[] = [];
    for (const source of sources) released.push(...(await release(source, compaction)));
    for (const id of read.contents.known.removed) await requests.remove(id);
    // On Windows, an open file is removed when it is closed.
    for (const { handle } of sources) await handle.close();
    for (const path of released) await rm(path, { force: true });
  } finally {
    for (const { handle } of sources) await handle.close();
  }
}

async function readAll(sources: readonly Source[], { files, signal }: Compaction): Promise<Contents> {
  const contents = new JournalContents();
  const unread: Buffer[] = [];
  const whole = new Set<string>();
  for (const source of sources) {
    for await (const { lines, end } of linesFrom(source.handle)) {
      signal.throwIfAborted();
      source.end = end;
      for (const { bytes } of lines.filter((line) => !isBlanked(line.bytes))) {
        const record = contents.take(bytes);
        if (!record) unread.push(Buffer.from(bytes));
        else if (isWhole(record)) whole.add(idOf(record));
      }
    }
  }
  const isAll = sources.length === 1 && (await files.list()).join() === sources[0]?.path;
  return { contents, unread, whole, isAll };
}

/** True if a record has all of a long request. */
function isWhole(record: JournalRecord): record is Extract<JournalRecord, { type: 'sent' }> {
  return record.type === 'sent' && abridged(record.conversation) !== record.conversation;
}

/** Writes long requests to files of their own before any line is removed. */
async function takeOver(
  sources: readonly Source[],
  { contents, whole }: Contents,
  { requests, signal }: Compaction,
): Promise<void> {
  /** A line may be in two files. */
  const left = new Set(whole);
  for (const { handle, end } of whole.size > 0 ? sources : []) {
    for await (const { lines, end: at } of linesFrom(handle)) {
      signal.throwIfAborted();
      const records = lines.map(({ bytes }) => parseJournalRecord(bytes.toString()));
      const found = records.flatMap((record) => (record && isWhole(record) ? [record.conversation] : []));
      const wanted = found.filter(({ id }) => left.delete(id) && contents.known.get(id));
      for (let first = 0; first < wanted.length; first += atOnce)
        await Promise.all(wanted.slice(first, first + atOnce).map((conversation) => keep(conversation, requests)));
      if (at >= end) break;
    }
  }
}

/** Number of files written at once: each waits for the disk most of the time. */
const atOnce = 8;

async function keep(conversation: Conversation, requests: RequestFiles): Promise<void> {
  // If the file exists, it is complete.
  if (!(await requests.has(conversation.id))) await requests.write(conversation);
}

function* linesOf({ contents: { known }, unread, isAll }: Contents): Generator<string | Uint8Array> {
  const oldestFirst = known.newestFirst.toReversed();
  for (let first = 0; first < oldestFirst.length; first += 500) {
    const some = oldestFirst.slice(first, first + 500);
    yield some.map((conversation) => formatJournalRecord({ type: 'sent', conversation })).join('');
  }
  for (const line of unread) yield Buffer.concat([line, lineBreak]);
  if (isAll) return;
  // Another file may contain the start that this is about.
  for (const id of known.removed) yield formatJournalRecord({ type: 'removed', id });
  for (const [id, changes] of known.early)
    for (const change of changes) yield formatJournalRecord({ type: 'changed', id, change });
}

const lineBreak = Buffer.from('\n');

/**
 * Makes sure that the newest file has everything that was appended to this one meanwhile.
 * @returns its current path; nothing when another window is handling it
 */
async function release(source: Source, compaction: Compaction): Promise<string[]> {
  const { files, settleMilliseconds } = compaction;
  await carry(source, compaction);
  if (source.path !== files.first) return [source.path];
  // Earlier versions don't look for a newer file. They create this one again, unless they already have it open.
  const moved = files.newPath(0);
  if (!(await isMoved(source, moved))) return [];
  await delay(settleMilliseconds);
  await carry(source, compaction);
  return [moved];
}

/** True if this file was the one moved: otherwise the moved one stays at its new path, and counts like the others. */
async function isMoved({ path, handle }: Source, moved: string): Promise<boolean> {
  try {
    await renameWhenFree(path, moved);
    const [ours, there] = await Promise.all([handle.stat({ bigint: true }), stat(moved, { bigint: true })]);
    return ours.ino === there.ino;
  } catch (error) {
    if (errorName(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Appends to the newest file what isn't in the new one yet. */
async function carry(source: Source, { files, requests }: Compaction): Promise<void> {
  const bytes = await bytesFrom(source.handle, source.end);
  source.end += bytes.length;
  const text = bytes.toString();
  if (text.trim() === '') return;
  await files.append(Buffer.concat([bytes, lineBreak]));
  const records = text.split('\n').map((line) => parseJournalRecord(line));
  const removed = new Set(records.flatMap((record) => (record?.type === 'removed' ? [record.id] : [])));
  if (removed.size === 0) return;
  // These lines existed when the new file was written.
  const texts = [...removed].map((id) => JSON.stringify(id));
  await files.blank(texts, (line) => speaksOf(removed, line));
  for (const id of removed) await requests.remove(id);
}
