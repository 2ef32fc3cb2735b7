import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing, quarantine, writeWhole } from './files';
import { isRecord, jsonIn } from './json';
import { oneAtATime } from './oneAtATime';
import { errorName, type Log } from './log';
import { sweepTemporaries } from './temporaries';

export interface RecordFormat<T extends object> {
  /** Written to each file. One with another version is left alone. */
  readonly version: number;
  /** The record in the members of a file; `undefined` if they are damaged. */
  readonly read: (members: Readonly<Record<string, unknown>>, name: string) => T | undefined;
}

export type StoredRecord<T> =
  | { readonly kind: 'record'; readonly record: T }
  | { readonly kind: 'missing' }
  /** A newer version of the extension wrote it. */
  | { readonly kind: 'newer' }
  /** It was set aside as `file`, an absolute path; if that wasn't possible, it is still in its place. */
  | { readonly kind: 'damaged'; readonly file: string };

const extension = '.json';

/** Time that damaged files are stored, for the user to look at, and claims. In milliseconds. */
const asideMilliseconds = 30 * 24 * 60 * 60 * 1000;

/**
 * A folder with one file for each record, shared by all windows without a lock. A file is only ever replaced as a
 * whole, so a crash leaves the old record or the new one. If two windows write at the same moment, the caller merges.
 */
export class RecordFiles<T extends object> {
  readonly folder: string;
  readonly #format: RecordFormat<T>;
  readonly #log: Log;
  /** Files of this window's claims, which also hold if they couldn't be written. */
  readonly #claimed = new Set<string>();
  /** An update must not miss what was written since it read the file. */
  readonly #inTurn = oneAtATime();

  constructor(folder: string, format: RecordFormat<T>, log: Log) {
    this.folder = folder;
    this.#format = format;
    this.#log = log;
  }

  pathOf(name: string): string {
    return path.join(this.folder, name + extension);
  }

  async names(): Promise<readonly string[]> {
    const files = (await readdir(this.folder).catch(ifMissing)) ?? [];
    return files.flatMap((file) => recordName(file) ?? []);
  }

  /** @throws if the system can't read an existing file */
  async read(name: string): Promise<StoredRecord<T>> {
    const file = this.pathOf(name);
    const text = await readFile(file, 'utf8').catch(ifMissing);
    if (text === undefined) return { kind: 'missing' };
    const value = jsonIn(text);
    const members = isRecord(value) ? value : {};
    const { version } = members;
    if (typeof version === 'number' && version > this.#format.version) return { kind: 'newer' };
    const record = version === this.#format.version ? this.#format.read(members, name) : undefined;
    return record ? { kind: 'record', record } : { kind: 'damaged', file: await this.#setAside(file) };
  }

  /** On disk when this resolves. Creates the file and its folder, or replaces it. */
  async write(name: string, record: T): Promise<void> {
    await this.#inTurn(() => this.#write(name, record));
  }

  /**
   * Changes an existing record. A file that is gone stays gone.
   * @param change returns the record itself if there is nothing to change: then nothing is written
   * @returns the record that is on disk now
   */
  async update(name: string, change: (record: T) => T): Promise<StoredRecord<T>> {
    return this.#inTurn(async () => {
      const stored = await this.read(name);
      if (stored.kind !== 'record') return stored;
      const record = change(stored.record);
      if (record !== stored.record) await this.#write(name, record);
      return { kind: 'record', record };
    });
  }

  async remove(name: string): Promise<void> {
    await this.#inTurn(() => rm(this.pathOf(name), { force: true }));
  }

  /**
   * True for the first of all windows that asks: for what only one of them may do. If that can't be saved, for all:
   * rather done twice than never.
   * @param action valid as a part of a file's name
   */
  async claim(name: string, action: string): Promise<boolean> {
    const file = this.#claimOf(name, action);
    if (this.#claimed.has(file)) return false;
    this.#claimed.add(file);
    return writeFile(file, '', { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: unknown) => errorName(error) !== 'EEXIST',
    );
  }

  async isClaimed(name: string, action: string): Promise<boolean> {
    const file = this.#claimOf(name, action);
    return this.#claimed.has(file) || (await stat(file).catch(ifMissing)) !== undefined;
  }

  /** Gives a claim of this window up, because it didn't do what it had claimed. */
  async release(name: string, action: string): Promise<void> {
    const file = this.#claimOf(name, action);
    this.#claimed.delete(file);
    await rm(file, { force: true });
  }

  #claimOf(name: string, action: string): string {
    return path.join(this.folder, `${name}.${action}.claimed`);
  }

  /**
   * Removes what crashes left, and files that have been damaged or claimed for long: they may contain what was removed
   * since.
   */
  async sweep(): Promise<void> {
    await sweepTemporaries(this.folder);
    for (const name of (await readdir(this.folder).catch(ifMissing)) ?? []) {
      if (!/\.(damaged|claimed)$/.test(name)) continue;
      const file = path.join(this.folder, name);
      // The time of its content is that of the damage; this one is that of its name.
      const { ctimeMs } = await stat(file).catch(() => ({ ctimeMs: Infinity }));
      if (ctimeMs < Date.now() - asideMilliseconds) await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async #write(name: string, record: T): Promise<void> {
    await writeWhole(this.pathOf(name), JSON.stringify({ version: this.#format.version, ...record }));
  }

  async #setAside(file: string): Promise<string> {
    const aside = await quarantine(file).catch((error: unknown) => {
      this.#log.warn("A damaged file couldn't be renamed.", { error: errorName(error), file });
      return file;
    });
    if (aside !== file) this.#log.warn('A damaged file was renamed.', { file: aside });
    return aside;
  }
}

/** The record's name if a file has one; temporary and damaged files don't. */
export function recordName(file: string): string | undefined {
  return file.endsWith(extension) && !file.startsWith('.') ? file.slice(0, -extension.length) : undefined;
}

/** An id as part of a file's name: whoever chose it, it's valid on every system and leads nowhere else. */
export function nameOfId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 36);
}

/**
 * The last ones in order, the last one first. Of very many, most are looked at only once: sorting them all would take
 * longer than listing them.
 */
export function lastOf(names: Iterable<string>, count: number): readonly string[] {
  const last: string[] = [];
  for (const name of names) {
    if (last.length === count && name <= (last.at(-1) ?? '')) continue;
    const at = last.findIndex((other) => other < name);
    last.splice(at < 0 ? last.length : at, 0, name);
    if (last.length > count) last.pop();
  }
  return last;
}
