import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, isBlank, withField, withoutField, type Draft, type DraftImage } from '../common/draft';
import { DraftError } from '../common/drafts';
import { filledByUnknown } from '../common/filling';
import { isRecord } from '../../base/common/json';
import type { Log } from '../../base/common/log';
import { replayProblem } from '../common/replay';
import { DraftImages } from './draftImages';
import { errorName } from '../../base/common/log';
import { ifMissing, quarantine, SideFile, wasQuarantined, writeWhole } from '../../base/node/files';
import { areEqual, draftFrom, isFillingLost } from './storedDraft';

export interface DraftOnDiskOptions {
  /** Folder for the bytes of its images; by default one beside the draft. */
  readonly imageFolder?: string;
  /** True if an image is still needed although the draft no longer has it. */
  readonly isNeeded?: (image: DraftImage) => boolean;
  /** Moves what another window wrote to the file elsewhere; if absent, that draft gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<unknown>;
  /**
   * The text of the draft is in a separate file: who filled it in is stored, even if there is nothing else to store.
   */
  readonly hasTextElsewhere?: true;
}

/** Contents of `draft.json`. */
interface StoredParts {
  readonly draft: Draft;
  readonly images: unknown;
  readonly replay: boolean;
  readonly isFillingLost: boolean;
}

interface Parts {
  readonly images: DraftImages;
  readonly replay: SideFile;
}

/**
 * The files of one draft: `draft.json`, and beside it what is too large to be written at every keystroke. Callers must
 * run one operation at a time.
 */
export class DraftOnDisk {
  readonly path: string;
  readonly #log: Log;
  readonly #openParts: () => Parts;
  readonly #isNeeded: (image: DraftImage) => boolean;
  readonly #moveToDocument: DraftOnDiskOptions['moveToDocument'];
  readonly #hasTextElsewhere: boolean;
  /** The files beside `draft.json`, and what is known about them. */
  #parts: Parts;
  /** Current paths of damaged files. */
  #quarantined: string[] = [];
  /** Content of the file when it was last read or written here; `undefined` if unknown. */
  #seen: { readonly text: string | undefined } | undefined;
  /** Error of the last failed read. */
  #unread: unknown;
  /** The images listed in the file, once they are known. */
  #stored: readonly DraftImage[] | undefined;

  constructor(folder: string, log: Log, options: DraftOnDiskOptions) {
    const { imageFolder = path.join(folder, 'draft-images'), isNeeded = () => false } = options;
    this.path = path.join(folder, 'draft.json');
    this.#log = log;
    const onDamage = (file: string, error: unknown) => this.#quarantine(file, error);
    this.#openParts = () => ({
      images: new DraftImages(imageFolder, log, onDamage),
      replay: new SideFile(path.join(folder, 'replay.json'), isReplay),
    });
    this.#parts = this.#openParts();
    this.#isNeeded = isNeeded;
    this.#moveToDocument = options.moveToDocument;
    this.#hasTextElsewhere = options.hasTextElsewhere ?? false;
  }

  /**
   * An empty draft if there is none. Damaged parts are set aside; the rest is still read.
   * @throws {DraftError} when the system can't read a file that exists; the files stay as they are
   */
  async read(): Promise<Draft> {
    try {
      const draft = await this.#read();
      this.#unread = undefined;
      return draft;
    } catch (error) {
      this.#seen = undefined;
      this.#unread = error;
      throw error;
    }
  }

  /** @throws the error that prevents writing: a {@link DraftError} if the existing file can't be read */
  async write(draft: Draft): Promise<void> {
    await this.#makeRoom(draft);
    const all = [...(draft.images ?? []), ...(await this.#neededBeside(draft))];
    this.#stored = all;
    const { images, replay } = this.#parts;
    // For a message in an editor, these may be the only data beside its text.
    const isMarked = draft.sentAs !== undefined || (this.#hasTextElsewhere && draft.filling !== undefined);
    if (!isMarked && isBlank({ ...draft, images: all })) {
      await rm(this.path, { force: true });
      this.#seen = { text: undefined };
      await images.removeBut([]);
      await replay.write(undefined);
      return;
    }
    const stored = await images.write(all);
    const { replay_json: given } = draft.fields;
    const isText = typeof given === 'string';
    if (isText) await replay.write(given);
    const rest = isText ? withoutField(draft, 'replay_json') : draft;
    const beside = { images: stored.length > 0 ? stored : undefined, replay: isText ? true : undefined };
    const text = JSON.stringify({ version: 1, ...rest, ...beside });
    await writeWhole(this.path, text);
    this.#seen = { text };
    if (!isText) await replay.write(undefined);
    await images.removeBut(stored);
  }

  /** Absolute paths of files that were set aside since the last call. */
  takeQuarantined(): readonly string[] {
    const files = this.#quarantined;
    this.#quarantined = [];
    return files;
  }

  /** Content of the file that this window hasn't seen is a message of the user, too. */
  async #makeRoom(draft: Draft): Promise<void> {
    if (!this.#moveToDocument) {
      if (this.#unread !== undefined) throw this.#unwritable(this.#unread);
      return;
    }
    if (this.#seen && this.#seen.text === (await this.#readText())) return;
    const other = await this.read().catch((error: unknown) => {
      throw this.#unwritable(error);
    });
    if (!isBlank(other) && !areEqual(other, draft)) await this.#moveToDocument(other);
  }

  #unwritable(error: unknown): DraftError {
    return new DraftError('write', errorName(error), this.path);
  }

  async #read(): Promise<Draft> {
    const stored = await this.#readFile();
    if (!stored) return this.#withoutFile();
    const { draft, images: named, replay: hasReplay } = stored;
    const images = await this.#parts.images.read(named);
    const replay = hasReplay ? await this.#readReplay() : undefined;
    this.#stored = images;
    const whole = replay === undefined ? draft : withField(draft, 'replay_json', replay);
    const read = images.length > 0 ? { ...whole, images } : whole;
    return stored.isFillingLost ? filledByUnknown(read, this.#hasTextElsewhere) : read;
  }

  /** The text still exists if its file was damaged: no window knows any more who wrote it. */
  async #withoutFile(): Promise<Draft> {
    return this.#hasTextElsewhere && (await wasQuarantined(this.path)) ? filledByUnknown(emptyDraft, true) : emptyDraft;
  }

  async #readFile(): Promise<StoredParts | undefined> {
    try {
      const text = await this.#readText();
      // A draft written by another window has other images, and another replay.
      if (this.#seen?.text !== text) this.#parts = this.#openParts();
      this.#seen = { text };
      if (text === undefined) return undefined;
      const stored: unknown = JSON.parse(text);
      const draft = isRecord(stored) && stored['version'] === 1 ? draftFrom(stored) : undefined;
      if (!draft || !isRecord(stored)) throw new Error("This isn't a draft, or it's from a newer version.");
      const { images, replay } = stored;
      return { draft, images, replay: replay === true, isFillingLost: isFillingLost(stored) };
    } catch (error) {
      const failure = await this.#quarantine(this.path, error);
      if (failure !== undefined) throw new DraftError('read', errorName(failure), this.path);
      this.#seen = { text: undefined };
      return undefined;
    }
  }

  /** `undefined` when there is no file. */
  async #readText(): Promise<string | undefined> {
    return readFile(this.path, 'utf8').catch(ifMissing);
  }

  async #readReplay(): Promise<string | undefined> {
    try {
      return await this.#parts.replay.read();
    } catch (error) {
      await this.#quarantine(this.#parts.replay.path, error);
      return undefined;
    }
  }

  /**
   * Returns the error that kept it from being moved, if any.
   * @throws {DraftError} when it is unknown whether the file is damaged
   */
  async #quarantine(file: string, error: unknown): Promise<unknown> {
    this.#log.warn("The draft couldn't be read.", { error: errorName(error) });
    if (!isDamage(error)) throw new DraftError('read', errorName(error), file);
    try {
      this.#quarantined.push(await quarantine(file));
      return undefined;
    } catch (failure) {
      this.#log.warn("A damaged draft couldn't be moved.", { error: errorName(failure) });
      return failure;
    }
  }

  /** The previous ones have been read by then, so the files to remove are known. */
  async #neededBeside({ images = [] }: Draft): Promise<readonly DraftImage[]> {
    const before = this.#stored ?? (await this.read()).images ?? [];
    return before.filter((image) => !images.some(({ name }) => name === image.name) && this.#isNeeded(image));
  }
}

/**
 * Errors of the system may be temporary (too many open files, an unmounted disk), except for a folder in the file's
 * place.
 */
function isDamage(error: unknown): boolean {
  return !(error instanceof Error && 'syscall' in error) || errorName(error) === 'EISDIR';
}

/** The user was told about errors when choosing the file; if it isn't valid JSON now, it was damaged since. */
function isReplay(text: string): boolean {
  return replayProblem(text) === undefined;
}
