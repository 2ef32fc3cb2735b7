import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing, quarantine, sweepTemporaries, whenFree, writeWhole } from './files';
import { isRecord, parseJson } from './json';
import { oneAtATime } from './lifecycle';
import { errorName, type Log } from './log';

export interface RecordFormat<T extends object> {
  /** Written to each file. Files of newer versions aren't read. */
  readonly version: number;
  /** Returns the record in the members of a file, or `undefined` if it's damaged. */
  readonly read: (members: Readonly<Record<string, unknown>>, name: string) => T | undefined;
}

export type StoredRecord<T> =
  | { readonly kind: 'record'; readonly record: T }
  | { readonly kind: 'missing' }
  /** A newer version of the extension wrote it. */
  | { readonly kind: 'newer' }
  /** It was renamed to `file`, an absolute path. If that failed, `file` is its own path. */
  | { readonly kind: 'damaged'; readonly file: string };

const extension = '.json';

/** Claims and damaged files are deleted after this time. Until then, the user can look at a damaged file. */
const maxKeptMilliseconds = 30 * 24 * 60 * 60 * 1000;

/**
 * A folder with a file for each record, which all windows share without locks. Files are always replaced as a whole, so a
 * crash leaves either the old record or the new one. If two windows write the same file at once, the last one wins.
 */
export class RecordFiles<T extends object> {
  readonly folder: string;
  readonly #format: RecordFormat<T>;
  readonly #log: Log;
  /** Paths of this window's claims. They count within the window even if they couldn't be written. */
  readonly #claimed = new Set<string>();
  /** Writes run one after the other, so that an update doesn't overwrite what was written since it read the file. */
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
    const text = await whenFree(() => readFile(file, 'utf8')).catch(ifMissing);
    if (text === undefined) return { kind: 'missing' };
    const value = parseJson(text);
    const members = isRecord(value) ? value : {};
    const { version } = members;
    if (typeof version === 'number' && version > this.#format.version) return { kind: 'newer' };
    const record = version === this.#format.version ? this.#format.read(members, name) : undefined;
    return record ? { kind: 'record', record } : { kind: 'damaged', file: await this.#quarantine(file) };
  }

  /** Creates or replaces a file. The record is on disk when this resolves. */
  async write(name: string, record: T): Promise<void> {
    await this.#inTurn(() => this.#write(name, record));
  }

  /**
   * Changes an existing record. A file that was removed isn't created again.
   * @param change returns the record itself to change nothing
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
    await this.#inTurn(() => whenFree(() => rm(this.pathOf(name), { force: true })));
  }

  /**
   * Claims an action that only one window may perform. If the claim can't be saved, every window gets it, because performing
   * an action twice is better than never performing it.
   * @param action valid as part of a file's name
   * @returns true in the first window that asks
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

  async release(name: string, action: string): Promise<void> {
    const file = this.#claimOf(name, action);
    this.#claimed.delete(file);
    await rm(file, { force: true });
  }

  #claimOf(name: string, action: string): string {
    return path.join(this.folder, `${name}.${action}.claimed`);
  }

  /**
   * Removes temporary files of crashed windows, old claims, and old damaged files, which may contain text that the user has
   * deleted since.
   */
  async sweep(): Promise<void> {
    await sweepTemporaries(this.folder);
    for (const name of (await readdir(this.folder).catch(ifMissing)) ?? []) {
      if (!/\.(damaged|claimed)$/.test(name)) continue;
      const file = path.join(this.folder, name);
      // `ctime` is the time of the renaming, `mtime` that of the content.
      const { ctimeMs } = await stat(file).catch(() => ({ ctimeMs: Infinity }));
      if (ctimeMs < Date.now() - maxKeptMilliseconds) await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async #write(name: string, record: T): Promise<void> {
    await writeWhole(this.pathOf(name), JSON.stringify({ version: this.#format.version, ...record }));
  }

  async #quarantine(file: string): Promise<string> {
    const renamed = await quarantine(file).catch((error: unknown) => {
      this.#log.warn("A damaged file couldn't be renamed.", { error: errorName(error), file });
      return file;
    });
    if (renamed !== file) this.#log.warn('A damaged file was renamed.', { file: renamed });
    return renamed;
  }
}

/** The name of a file's record; `undefined` for temporary, damaged and other files. */
export function recordName(file: string): string | undefined {
  return file.endsWith(extension) && !file.startsWith('.') ? file.slice(0, -extension.length) : undefined;
}

/** An id as a file name that is valid on every system and can't lead out of its folder, whatever the id is. */
export function nameOfId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 36);
}

/**
 * The names that are last in order, the last one first. Most names are only compared once: sorting thousands would take
 * longer than reading them from disk.
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
