import path from 'node:path';
import { emptyDraft, isBlank, withField, withoutField, type Draft, type DraftImage } from './draft';
import { DraftError } from './draftStore';
import { type Log, errorName } from '../base/log';
import { DraftImages, DraftReplay } from './draftParts';
import { quarantine, wasQuarantined } from '../base/files';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';
import { areEqual, draftFrom } from './draftFormat';

export interface DraftFilesOptions {
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

type Members = Readonly<Record<string, unknown>>;

const format: RecordFormat<Members> = { version: 1, read: (members) => draftFrom(members) && members };

/** The name of the file of each draft, in a folder of its own. */
const name = 'draft';

interface Parts {
  readonly images: DraftImages;
  readonly replay: DraftReplay;
}

/**
 * The files of one draft: `draft.json`, and beside it what is too large to be written at every keystroke. Callers must
 * run one operation at a time.
 */
export class DraftFiles {
  readonly path: string;
  readonly #file: RecordFiles<Members>;
  readonly #log: Log;
  readonly #openParts: () => Parts;
  readonly #isNeeded: (image: DraftImage) => boolean;
  readonly #moveToDocument: DraftFilesOptions['moveToDocument'];
  readonly #hasTextElsewhere: boolean;
  /** The files beside `draft.json`, and what is known about them. */
  #parts: Parts;
  /** Current paths of damaged files. */
  #quarantined: string[] = [];
  /** Content of the file when it was last read or written here: `null` if there was none, `undefined` if unknown. */
  #seen: string | null | undefined;
  /** Error of the last failed read. */
  #unread: unknown;
  /** The images listed in the file, once they are known. */
  #stored: readonly DraftImage[] | undefined;

  constructor(folder: string, log: Log, options: DraftFilesOptions) {
    const { imageFolder = path.join(folder, 'draft-images'), isNeeded = () => false } = options;
    this.#file = new RecordFiles(folder, format, log);
    this.path = this.#file.pathOf(name);
    this.#log = log;
    const onDamage = (file: string, error: unknown) => this.#quarantine(file, error);
    this.#openParts = () => ({
      images: new DraftImages(imageFolder, log, onDamage),
      replay: new DraftReplay(folder),
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
    const isMarked =
      (draft.sentAs ?? draft.to) !== undefined || (this.#hasTextElsewhere && draft.filledBy !== undefined);
    if (!isMarked && isBlank({ ...draft, images: all })) {
      await this.#file.remove(name);
      this.#seen = null;
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
    const members = { ...rest, ...beside };
    await this.#file.write(name, members);
    this.#seen = JSON.stringify(members);
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
    const seen = this.#seen;
    const other = await this.read().catch((error: unknown) => {
      throw this.#unwritable(error);
    });
    if (this.#seen !== seen && !isBlank(other) && !areEqual(other, draft)) await this.#moveToDocument(other);
  }

  #unwritable(error: unknown): DraftError {
    return new DraftError('write', errorName(error), this.path);
  }

  async #read(): Promise<Draft> {
    const members = await this.#readFile();
    const draft = draftFrom(members);
    if (!members || !draft) return this.#withoutFile();
    const images = await this.#parts.images.read(members['images']);
    const replay = members['replay'] === true ? await this.#readReplay() : undefined;
    this.#stored = images;
    const whole = replay === undefined ? draft : withField(draft, 'replay_json', replay);
    return images.length > 0 ? { ...whole, images } : whole;
  }

  /** The text still exists if its file was damaged: no window knows any more who wrote it. */
  async #withoutFile(): Promise<Draft> {
    const isUnclear = this.#hasTextElsewhere && (await wasQuarantined(this.path));
    return isUnclear ? { ...emptyDraft, filledBy: 'command' } : emptyDraft;
  }

  /** The content of the file; `undefined` if there is none any more. */
  async #readFile(): Promise<Members | undefined> {
    const stored = await this.#file.read(name).catch((error: unknown) => this.#refuse(errorName(error)));
    if (stored.kind === 'newer') return this.#refuse('newer');
    if (stored.kind === 'damaged') {
      // It couldn't be moved, and would be overwritten.
      if (stored.file === this.path) return this.#refuse('damaged');
      this.#quarantined.push(stored.file);
    }
    const { version, ...members } = stored.kind === 'record' ? stored.record : {};
    const seen = version === undefined ? null : JSON.stringify(members);
    // A draft written by another window has other images, and another replay.
    if (this.#seen !== seen) this.#parts = this.#openParts();
    this.#seen = seen;
    return seen === null ? undefined : members;
  }

  #refuse(code: string, file = this.path): never {
    this.#log.warn("The draft couldn't be read.", { error: code });
    throw new DraftError('read', code, file);
  }

  async #readReplay(): Promise<string | undefined> {
    try {
      return await this.#parts.replay.read();
    } catch (error) {
      await this.#quarantine(this.#parts.replay.path, error);
      return undefined;
    }
  }

  /** @throws {DraftError} when it is unknown whether the file is damaged, and when it can't be moved */
  async #quarantine(file: string, error: unknown): Promise<void> {
    if (!isDamage(error)) this.#refuse(errorName(error), file);
    this.#log.warn('A part of the draft was damaged.', { error: errorName(error) });
    this.#quarantined.push(await quarantine(file).catch((failure: unknown) => this.#refuse(errorName(failure), file)));
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
