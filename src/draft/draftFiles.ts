import type { Dirent } from 'node:fs';
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileAction, FileError, ifMissing, sweepTemporaries, whenFree, writeWhole } from '../base/files';
import { errorName, type Log } from '../base/log';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';
import { draftFrom, storable } from './draftFormat';
import { withDocument, type Draft, type DraftImage } from './draft';
import { dataUri, imageTypeOf } from './images';

/** The editors of the drafts' Markdown documents. Paths are absolute. */
export interface DraftEditors {
  /** The text in the editor, saved or not; without an editor, the text of the file; `undefined` if that doesn't exist. */
  read(file: string): Promise<string | undefined>;
  /** Saves the document and returns its text; `undefined` if it can't be saved, or was changed on disk meanwhile. */
  save(file: string): Promise<string | undefined>;
  /** Closes the document's editors. False if one stays open. */
  close(file: string): Promise<boolean>;
}

/**
 * A draft's file can't be used. The code is the system's, or `setAside`: it was damaged, and is now `file`; `newer`: a
 * newer version of the extension wrote it; `held`: another window has the draft open, or it is being sent;
 * `elsewhere`: another window has taken it over, and a copy goes on here; `taken`: another window has taken it over with its
 * document; `unsaved`: its editor has text that can't be saved; `gone`: it was sent or discarded.
 */
export class DraftError extends FileError {
  override readonly name = 'DraftError';

  constructor(action: FileAction, code: string, file: string) {
    super('draft', action, code, file);
  }
}

export interface StoredDraft {
  /** Without the bytes of images, which {@link DraftFiles.withImages} reads, and without the text of its document. */
  readonly draft: Draft;
  /** Time when it was written, in milliseconds since 1970. */
  readonly at: number;
  /** Time when its document's text was written, in milliseconds since 1970. */
  readonly textAt?: number | undefined;
  /** URIs of the workspace folders that were open when it was begun; absent if that isn't known. */
  readonly folders?: readonly string[] | undefined;
  /**
   * Name of the document that the message is being moved to. If the process ends in between, the message is in that
   * document if it exists, and in the record otherwise.
   */
  readonly moving?: string | undefined;
  /** It was sent or discarded, and its files are being deleted. */
  readonly isFinished?: true | undefined;
}

const format: RecordFormat<StoredDraft> = {
  version: 1,
  read: ({ draft: stored, at, folders, moving, isFinished }) => {
    const draft = draftFrom(stored);
    if (!draft || typeof at !== 'number') return undefined;
    return {
      draft,
      at,
      ...(Array.isArray(folders) && { folders: folders.map(String) }),
      ...(typeof moving === 'string' && { moving }),
      ...(isFinished === true && { isFinished }),
    };
  },
};

/** The draft for a document without a record. Its author isn't known, so it counts as filled in by a command. */
const unknownDraft = (document: string): Draft => ({ fields: {}, filledBy: 'command', document });

const finished = (stored: StoredDraft): StoredDraft => ({ ...stored, isFinished: true });

/**
 * The files of all drafts: a record for each, and a folder of the same name for its Markdown file, once it is written in
 * an editor, and its images. Anything else in that folder is the user's.
 */
export class DraftFiles {
  readonly #records: RecordFiles<StoredDraft>;
  readonly #log: Log;
  readonly #onTrouble: (error: DraftError) => unknown;

  /** @param onTrouble called with each damaged record, which was renamed */
  constructor(folder: string, log: Log, onTrouble: (error: DraftError) => unknown) {
    this.#records = new RecordFiles(folder, format, log);
    this.#log = log;
    this.#onTrouble = onTrouble;
  }

  get folder(): string {
    return this.#records.folder;
  }

  pathOf(id: string): string {
    return this.#records.pathOf(id);
  }

  /** Absolute path. */
  fileOf(id: string, name: string): string {
    return path.join(this.folder, id, name);
  }

  /** Ids of all drafts, in no order. @throws if the folder can't be read */
  async ids(): Promise<readonly string[]> {
    const entries = await entriesOf(this.folder);
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'locks').map(({ name }) => name);
    return [...new Set([...(await this.#records.names()), ...folders])];
  }

  /**
   * `undefined` if there is no such draft. A document without a record is a draft, too.
   * @throws {DraftError} if it exists and can't be read; nothing on disk is changed then
   */
  async read(id: string): Promise<StoredDraft | undefined> {
    try {
      return await this.#read(id);
    } catch (error) {
      throw error instanceof DraftError ? error : this.#unreadable(errorName(error), this.pathOf(id));
    }
  }

  async #read(id: string): Promise<StoredDraft | undefined> {
    const stored = await this.#records.read(id);
    if (stored.kind === 'newer') throw this.#unreadable('newer', this.pathOf(id));
    if (stored.kind === 'damaged') {
      if (stored.file === this.pathOf(id)) throw this.#unreadable('damaged', stored.file);
      this.#onTrouble(new DraftError('read', 'setAside', stored.file));
    }
    const record = stored.kind === 'record' ? stored.record : undefined;
    const name = record?.draft.document ?? record?.moving;
    if (record && (name === undefined || record.isFinished)) return record;
    const document = await this.#documentOf(id, name);
    if (document === undefined) {
      // The document was about to be written (`moving`), or the user has deleted it, which discards the draft.
      return record && (record.draft.document === undefined ? record : finished(record));
    }
    const { mtimeMs: textAt } = await stat(this.fileOf(id, document));
    if (!record) return { draft: unknownDraft(document), at: 0, textAt };
    const { draft } = record;
    return {
      ...record,
      draft: draft.document === undefined ? withDocument(draft, document) : { ...draft, document },
      textAt,
    };
  }

  /** The document with this name, or another Markdown file, since the user may have renamed it. */
  async #documentOf(id: string, name: string | undefined): Promise<string | undefined> {
    const entries = await entriesOf(path.join(this.folder, id));
    const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md')).map((entry) => entry.name);
    return names.find((one) => one === name) ?? names.sort()[0];
  }

  /** @throws {DraftError} when an image exists and can't be read */
  async withImages(id: string, { images = [], ...draft }: Draft): Promise<Draft> {
    const read: DraftImage[] = [];
    for (const image of images) {
      const url = await this.#readImage(this.fileOf(id, image.name));
      if (url !== undefined) read.push({ ...image, url });
    }
    return read.length > 0 ? { ...draft, images: read } : draft;
  }

  /**
   * @param before the draft that was written last: only images that it lacks are written
   * @throws the error that prevents it
   */
  async write(id: string, next: StoredDraft, before: Draft | undefined): Promise<void> {
    const { images: known = [] } = before ?? {};
    const { images = [], ...draft } = storable(next.draft);
    // The record always names every image that is there, so that each is deleted with the draft.
    for (const { name } of known)
      if (!images.some((image) => image.name === name))
        await whenFree(() => rm(this.fileOf(id, name), { force: true }));
    const names = images.map((image) => ({ ...image, url: '' }));
    const { textAt, ...record } = next;
    await this.#records.write(id, { ...record, draft: { ...draft, ...(names.length > 0 && { images: names }) } });
    for (const image of images) if (!known.some((one) => isSame(one, image))) await this.#writeImage(id, image);
  }

  async writeText(id: string, name: string, text: string): Promise<void> {
    await writeWhole(this.fileOf(id, name), text);
  }

  /**
   * Deletes a draft: its own files only, and the folder if nothing else is in it. A document's text goes first, since a
   * text without a record would be a draft.
   * @throws the error that prevents it
   */
  async remove(id: string, stored: StoredDraft): Promise<void> {
    const { document, images = [] } = stored.draft;
    const isAlone = document === undefined && images.length === 0;
    // If this process ends in between, another window continues the deletion. A full disk doesn't prevent it.
    if (!isAlone && !stored.isFinished) await this.#records.write(id, finished(stored)).catch(() => undefined);
    for (const name of [...(document === undefined ? [] : [document]), ...images.map((image) => image.name)])
      await whenFree(() => rm(this.fileOf(id, name), { force: true }));
    await this.#records.remove(id);
    await rmdir(path.join(this.folder, id)).catch(() => undefined);
  }

  async sweep(): Promise<void> {
    await this.#records.sweep();
    await sweepTemporaries(this.folder, true);
    const records = await this.#records.names();
    for (const id of await this.ids())
      if (!records.includes(id)) await rmdir(path.join(this.folder, id)).catch(() => undefined);
  }

  /** Writes an image as a file of its own, so that the Markdown preview of the document shows it. */
  async #writeImage(id: string, { name, url }: DraftImage): Promise<void> {
    await writeWhole(this.fileOf(id, name), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  }

  /** `undefined` if the file is gone. Other errors are thrown, since they may be temporary. */
  async #readImage(file: string): Promise<string | undefined> {
    const type = imageTypeOf(file);
    try {
      const bytes = await whenFree(() => readFile(file)).catch(ifMissing);
      if (bytes && type) return dataUri(type, bytes);
      this.#log.warn('An image of the draft is missing.');
      return undefined;
    } catch (error) {
      throw this.#unreadable(errorName(error), file);
    }
  }

  #unreadable(code: string, file: string): DraftError {
    this.#log.warn("The draft couldn't be read.", { error: code });
    return new DraftError('read', code, file);
  }
}

/** Empty if the folder is missing. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(ifMissing)) ?? [];
}

function isSame(a: DraftImage, b: DraftImage): boolean {
  return a.name === b.name && a.url === b.url;
}
