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
import { quarantine, SideFile, wasQuarantined, writeWhole } from '../../base/node/files';
import { areEqual, draftFrom, isFillingLost } from './storedDraft';

export interface DraftOnDiskOptions {
  /** Where the bytes of its images are; a folder beside the draft unless given. */
  readonly imageFolder?: string;
  /** Whether an image that a draft no longer has is needed all the same. */
  readonly isNeeded?: (image: DraftImage) => boolean;
  /** Keeps elsewhere what another window wrote into the file; without, that one gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<unknown>;
  /** The text of the draft is in a file of its own: who filled it in is kept, whether or not there is more to keep. */
  readonly hasTextElsewhere?: true;
}

/** What `draft.json` says. */
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
 * The files of one draft: `draft.json`, and beside it what is too large to be written at every key. One thing is done
 * with them at a time: whoever calls sees to that.
 */
export class DraftOnDisk {
  readonly path: string;
  readonly #log: Log;
  readonly #openParts: () => Parts;
  readonly #isNeeded: (image: DraftImage) => boolean;
  readonly #moveToDocument: DraftOnDiskOptions['moveToDocument'];
  readonly #hasTextElsewhere: boolean;
  /** What is beside the file, and what is known of it. */
  #parts: Parts;
  /** Files that are damaged, where they are now. */
  #quarantined: string[] = [];
  /** What the file was when it was last read or written here; `undefined` when that is not known. */
  #seen: { readonly text: string | undefined } | undefined;
  /** Why the files could not be read the last time. */
  #unread: unknown;
  /** The images that the file speaks of, once they are known. */
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
   * An empty draft when there is none. What is damaged is set aside, and does not cost the rest.
   * @throws {DraftError} when the system does not give a file that is there; the files stay as they are
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

  /** @throws what keeps it from being written: a {@link DraftError} when that is what is there and cannot be read */
  async write(draft: Draft): Promise<void> {
    await this.#makeRoom(draft);
    const all = [...(draft.images ?? []), ...(await this.#neededBeside(draft))];
    this.#stored = all;
    const { images, replay } = this.#parts;
    // Of a message in an editor, these may be all that is beside its text.
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

  /** Absolute paths of files that were set aside since it was last asked. */
  takeQuarantined(): readonly string[] {
    const files = this.#quarantined;
    this.#quarantined = [];
    return files;
  }

  /** What is in the file and was never seen here is somebody's message, too. */
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

  /** The text is still there where its file was damaged: who wrote it is not known any more, in any window. */
  async #withoutFile(): Promise<Draft> {
    return this.#hasTextElsewhere && (await wasQuarantined(this.path)) ? filledByUnknown(emptyDraft, true) : emptyDraft;
  }

  async #readFile(): Promise<StoredParts | undefined> {
    try {
      const text = await this.#readText();
      // What another window wrote has other images, and another replay.
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
    return readFile(this.path, 'utf8').catch((error: unknown) => {
      if (errorName(error) === 'ENOENT') return undefined;
      throw error;
    });
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
   * Says what kept it from being moved; nothing when it was.
   * @throws {DraftError} when nobody knows whether the file is damaged
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

  /** Those of before have been read by then, so that it is known which files there are to remove. */
  async #neededBeside({ images = [] }: Draft): Promise<readonly DraftImage[]> {
    const before = this.#stored ?? (await this.read()).images ?? [];
    return before.filter((image) => !images.some(({ name }) => name === image.name) && this.#isNeeded(image));
  }
}

/** What the system says of a file may pass (too many open files, a disk that is away), unless a folder is in its place. */
function isDamage(error: unknown): boolean {
  return !(error instanceof Error && 'syscall' in error) || errorName(error) === 'EISDIR';
}

/** Whoever chose it was told what is wrong with it; what is no JSON now was damaged since. */
function isReplay(text: string): boolean {
  return replayProblem(text) === undefined;
}
