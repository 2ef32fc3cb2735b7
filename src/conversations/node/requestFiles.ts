import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WholeRequest } from '../common/abridged';
import type { Conversation } from '../common/conversation';
import { remember } from '../common/rememberedRequest';
import { isRecord } from '../../base/common/json';
import { parseJournalRecord } from '../common/journal';
import type { JournalFiles } from './journalFiles';
import { readLines } from '../../base/node/lineFile';
import { ifMissing, writeWhole } from '../../base/node/files';
import { sweepTemporaries } from '../../base/node/temporaries';

/** A start writes the file before the line, and both take no longer than this. */
const longestStartMilliseconds = 60 * 60 * 1000;

/** Only a few starts are cut short by a crash between file and line. More than this, and something else is wrong. */
const maxOrphans = 20;

/**
 * The requests of conversations whose lines contain only the beginning, each in its own file. The file is on disk
 * before the line is, and is removed with it.
 */
export class RequestFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write({ id, request, notKept }: Conversation): Promise<void> {
    await writeWhole(this.pathOf(id), JSON.stringify({ version: 1, id, request, notKept }));
  }

  /**
   * `undefined` when there is none.
   * @throws when there is one that can't be read
   */
  async read(id: string): Promise<WholeRequest | undefined> {
    const text = await readFile(this.pathOf(id), 'utf8').catch(ifMissing);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value['version'] !== 1 || value['id'] !== id || !isRecord(value['request']))
      throw new Error('This is no request, or one of a newer version.');
    const { request, notKept } = value;
    const names = Array.isArray(notKept) ? notKept.filter((name) => typeof name === 'string') : [];
    return { request: remember(request), ...(names.length > 0 && { notKept: names }) };
  }

  async has(id: string): Promise<boolean> {
    return stat(this.pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /**
   * Removes what a crash left: temporary files, files of removed conversations, and those without a line.
   * @param kept the ids of the conversations that have a file; `undefined` if that isn't certain
   * @returns the number of files without a conversation that were left in place because there are too many
   */
  async sweep(removed: Iterable<string>, kept: Iterable<string> | undefined): Promise<number> {
    await sweepTemporaries(this.#folder);
    const names = new Set((await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.json')));
    for (const id of removed) {
      const name = nameOf(id);
      if (names.delete(name)) await rm(path.join(this.#folder, name), { force: true });
    }
    if (!kept) return 0;
    for (const id of kept) names.delete(nameOf(id));
    const orphans = [...names].map((name) => path.join(this.#folder, name));
    if (orphans.length > maxOrphans) return orphans.length;
    for (const file of orphans) {
      const { mtimeMs = Infinity } = (await stat(file).catch(() => undefined)) ?? {};
      if (mtimeMs < Date.now() - longestStartMilliseconds) await rm(file, { force: true });
    }
    return 0;
  }

  pathOf(id: string): string {
    return path.join(this.#folder, nameOf(id));
  }
}

/**
 * The extension creates the ids, but the content of a file becomes a path: an id is used unchanged only if it is a
 * valid name on every system.
 */
function nameOf(id: string): string {
  return `${/^[0-9a-f-]{36}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')}.json`;
}

/** A complete request in the line of its conversation, as earlier versions wrote it; `undefined` if there is none. */
export async function wholeRequestIn(files: JournalFiles, id: string): Promise<WholeRequest | undefined> {
  const text = JSON.stringify(id);
  for (const file of await files.list()) {
    for await (const { lines } of readLines(file)) {
      for (const { bytes } of lines) {
        const record = bytes.includes(text) ? parseJournalRecord(bytes.toString()) : undefined;
        if (record?.type !== 'sent' || record.conversation.id !== id || record.conversation.abridged) continue;
        const { request, notKept } = record.conversation;
        return { request, ...(notKept && { notKept }) };
      }
    }
  }
  return undefined;
}
