import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, isBlank, withField, withoutField, type Draft, type DraftImage } from './draft';
import { DraftError } from './draftStore';
import { type Log, errorName } from '../base/log';
import { dataUri } from './images';
import { ifMissing, quarantine, writeWhole } from '../base/files';
import { isJson } from '../base/json';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';
import { areEqual, draftFrom, imagesFrom } from './draftFormat';

export interface DraftFilesOptions {
  /** Moves what another window wrote to the file elsewhere; if absent, that draft gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<unknown>;
  /** Called with each damaged file that was set aside. */
  readonly onTrouble?: (error: DraftError) => unknown;
  /** The text of the draft is in a separate file, and who filled it in is unknown without this one. */
  readonly hasTextElsewhere?: true;
}

type Members = Readonly<Record<string, unknown>>;

const format: RecordFormat<Members> = { version: 1, read: (members) => draftFrom(members) && members };

/** The name of the file of each draft, in a folder of its own. */
const name = 'draft';

/**
 * The files of one draft: `draft.json`, and beside it what is too large to be written at every keystroke, the replay and
 * the bytes of the images. Callers must run one operation at a time.
 */
export class DraftFiles {
  readonly path: string;
  readonly #file: RecordFiles<Members>;
  readonly #log: Log;
  readonly #folder: string;
  readonly #replayPath: string;
  readonly #options: DraftFilesOptions;
  /** Known contents of the files beside `draft.json`, by path. */
  readonly #parts = new Map<string, string>();
  /** Content of `draft.json` when the draft was last read or written here: `null` if there was none, `undefined` if unknown. */
  #seen: string | null | undefined;

  constructor(folder: string, log: Log, options: DraftFilesOptions) {
    this.#file = new RecordFiles(folder, format, log);
    this.path = this.#file.pathOf(name);
    this.#log = log;
    this.#folder = folder;
    this.#replayPath = path.join(folder, 'replay.json');
    this.#options = options;
  }

  /**
   * An empty draft if there is none. Damaged parts are set aside; the rest is still read.
   * @throws {DraftError} when the system can't read a file that exists; the files stay as they are
   */
  async read(): Promise<Draft> {
    const members = await this.#readFile();
    const seen = members ? JSON.stringify(members) : null;
    // A draft written by another window has other images, and another replay.
    if (this.#seen !== seen) this.#parts.clear();
    this.#seen = undefined;
    const draft = await this.#readParts(members);
    this.#seen = seen;
    return draft;
  }

  /** @throws the error that prevents writing: a {@link DraftError} if the existing files can't be read */
  async write(draft: Draft): Promise<void> {
    const { images: before = [] } = await this.#readBefore(draft);
    // Undoing brings the reference of an image in the text back.
    const isLeft = (image: DraftImage) => image.inText && !draft.images?.some((other) => other.name === image.name);
    const images = [...(draft.images ?? []), ...before.filter(isLeft)];
    const { replay_json: replay } = draft.fields;
    const parts = new Map(images.map((image) => [path.join(this.#folder, image.name), image.url]));
    if (typeof replay === 'string') parts.set(this.#replayPath, replay);
    for (const [file, text] of parts) await this.#writePart(file, text);
    await this.#writeFile(draft, images);
    for (const file of [...this.#parts.keys()].filter((known) => !parts.has(known))) {
      this.#parts.delete(file);
      await rm(file, { force: true });
    }
  }

  /** Content of the file that this window hasn't seen is a message of the user, too. */
  async #readBefore(draft: Draft): Promise<Draft> {
    const seen = this.#seen;
    const before = await this.read().catch((error: unknown) => {
      throw new DraftError('write', errorName(error), this.path);
    });
    if (this.#seen !== seen && !isBlank(before) && !areEqual(before, draft))
      await this.#options.moveToDocument?.(before);
    return before;
  }

  async #writeFile(draft: Draft, images: readonly DraftImage[]): Promise<void> {
    const isMarked = (draft.sentAs ?? draft.to) !== undefined;
    if (!this.#options.hasTextElsewhere && !isMarked && isBlank({ ...draft, images })) {
      await this.#file.remove(name);
      this.#seen = null;
      return;
    }
    const hasReplay = typeof draft.fields.replay_json === 'string';
    const members = {
      ...(hasReplay ? withoutField(draft, 'replay_json') : draft),
      images: images.length > 0 ? images.map(({ url, ...stored }) => stored) : undefined,
      replay: hasReplay ? true : undefined,
    };
    await this.#file.write(name, members);
    this.#seen = JSON.stringify(members);
  }

  /** An image as its bytes, where the Markdown preview sees it. */
  async #writePart(file: string, text: string): Promise<void> {
    if (this.#parts.get(file) === text) return;
    const isReplay = file === this.#replayPath;
    await writeWhole(file, isReplay ? text : Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'));
    this.#parts.set(file, text);
  }

  /** The members of the file; `undefined` if there is none any more. */
  async #readFile(): Promise<Members | undefined> {
    const stored = await this.#file.read(name).catch((error: unknown) => this.#refuse(errorName(error)));
    if (stored.kind === 'newer') return this.#refuse('newer');
    if (stored.kind === 'damaged') {
      // It couldn't be moved, and would be overwritten.
      if (stored.file === this.path) return this.#refuse('damaged');
      this.#tellSetAside(stored.file);
    }
    if (stored.kind !== 'record') return undefined;
    const { version, ...members } = stored.record;
    return members;
  }

  async #readParts(members: Members | undefined): Promise<Draft> {
    const draft = draftFrom(members);
    if (!members || !draft) return this.#options.hasTextElsewhere ? { ...emptyDraft, filledBy: 'command' } : emptyDraft;
    const images: DraftImage[] = [];
    for (const { type, ...image } of imagesFrom(members['images'])) {
      const file = path.join(this.#folder, image.name);
      const url = await this.#readPart(file, (bytes) => dataUri(type, bytes));
      if (url !== undefined) images.push({ ...image, url });
    }
    const replay = members['replay'] === true ? await this.#readPart(this.#replayPath, replayIn) : undefined;
    const whole = replay === undefined ? draft : withField(draft, 'replay_json', replay);
    return images.length > 0 ? { ...whole, images } : whole;
  }

  /**
   * `undefined` if the file is gone, or damaged.
   * @throws {DraftError} when it is unknown whether the file is damaged, and when it can't be moved
   */
  async #readPart(file: string, textOf: (bytes: Uint8Array) => string): Promise<string | undefined> {
    const known = this.#parts.get(file);
    if (known !== undefined) return known;
    try {
      const bytes = await readFile(file).catch(ifMissing);
      const text = bytes && textOf(bytes);
      if (text === undefined) this.#log.warn('A part of the draft is missing.');
      else this.#parts.set(file, text);
      return text;
    } catch (error) {
      if (!isDamage(error)) this.#refuse(errorName(error), file);
      this.#log.warn('A part of the draft was damaged.', { error: errorName(error) });
      this.#tellSetAside(await quarantine(file).catch((failure: unknown) => this.#refuse(errorName(failure), file)));
      return undefined;
    }
  }

  #tellSetAside(file: string): void {
    this.#options.onTrouble?.(new DraftError('read', 'setAside', file));
  }

  #refuse(code: string, file = this.path): never {
    this.#log.warn("The draft couldn't be read.", { error: code });
    throw new DraftError('read', code, file);
  }
}

/** @throws if it isn't JSON: the user was told about errors when choosing it, so it was damaged since */
function replayIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  if (!isJson(text)) throw new Error('The file is damaged.');
  return text;
}

/**
 * Errors of the system may be temporary (too many open files, an unmounted disk), except for a folder in the file's
 * place.
 */
function isDamage(error: unknown): boolean {
  return !(error instanceof Error && 'syscall' in error) || errorName(error) === 'EISDIR';
}
