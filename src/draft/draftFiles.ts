import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { contentOf, emptyDraft, isBlank, type Draft, type DraftImage } from './draft';
import { DraftError, type DraftStore } from './draftStore';
import { type Log, errorName } from '../base/log';
import type { ImageType } from './imageFormats';
import { dataUri } from './images';
import { ifMissing, writeWhole } from '../base/files';
import { RecordFiles, type RecordFormat } from '../base/recordFiles';
import { draftFrom, imagesFrom } from './draftFormat';

export interface DraftFilesOptions {
  /** Moves a draft elsewhere when another one, also of another window, takes its file; if absent, it gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<DraftStore | undefined>;
  /** Called with each damaged file that was set aside, and with errors of operations that aren't awaited. */
  readonly onTrouble?: ((error: DraftError) => unknown) | undefined;
  /** The text of the draft is in a separate file, and who filled it in is unknown without this one. */
  readonly hasTextElsewhere?: true;
}

type Members = Readonly<Record<string, unknown>>;

const format: RecordFormat<Members> = { version: 1, read: (members) => draftFrom(members) && members };

/** The name of the file of each draft, in a folder of its own. */
const name = 'draft';

/**
 * The files of one draft: `draft.json`, and beside it what is too large to be written at every keystroke, the bytes of
 * the images. Callers must run one operation at a time.
 */
export class DraftFiles {
  readonly path: string;
  readonly #file: RecordFiles<Members>;
  readonly #log: Log;
  readonly #folder: string;
  readonly #options: DraftFilesOptions;
  /** Known images, by path. */
  readonly #parts = new Map<string, string>();
  /** Content of `draft.json` when it was last read or written here: `null` if there was none, `undefined` if unknown. */
  #known: string | null | undefined;
  /** The same when it was last shown or written here. */
  #seen: string | null | undefined;
  #isTaken = false;

  constructor(folder: string, log: Log, options: DraftFilesOptions) {
    this.#file = new RecordFiles(folder, format, log);
    this.path = this.#file.pathOf(name);
    this.#log = log;
    this.#folder = folder;
    this.#options = options;
  }

  /** True if another window has sent or removed the draft that was shown here, whatever was written here since. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** What was read last is shown, told, or set aside: it may be overwritten. */
  see(): void {
    this.#seen = this.#known;
    this.#isTaken = false;
  }

  /** What is there, written here, isn't shown: it doesn't give way unnoticed. */
  hide(): void {
    this.#seen = undefined;
  }

  /**
   * An empty draft if there is none. Damaged parts are set aside; the rest is still read.
   * @throws {DraftError} when the system can't read a file that exists; the files stay as they are
   */
  async read(): Promise<Draft> {
    const members = await this.#readFile();
    const known = members ? JSON.stringify(members) : null;
    // A draft written by another window has other images.
    if (this.#known !== known) this.#parts.clear();
    this.#known = undefined;
    const draft = await this.#readParts(members);
    this.#known = known;
    if (typeof this.#seen === 'string' && this.#seen !== known && isSentSince(this.#seen, known)) this.#isTaken = true;
    return draft;
  }

  /** @throws the error that prevents writing: a {@link DraftError} if the existing files can't be read */
  async write(draft: Draft): Promise<void> {
    const stored = await this.#readBefore(draft);
    const { images: before = [] } = stored;
    // Undoing brings the reference of an image in the text back.
    const isLeft = (image: DraftImage) => image.inText && !draft.images?.some((other) => other.name === image.name);
    const images = [...(draft.images ?? []), ...before.filter(isLeft)];
    const parts = new Map(images.map((image) => [path.join(this.#folder, image.name), image.url]));
    for (const [file, url] of parts) await this.#writeImage(file, url);
    const isHidden = this.#seen === undefined && contentOf(stored) === contentOf(draft);
    await this.#writeFile(this.#stillSent(draft, stored), images);
    if (isHidden && !this.#options.hasTextElsewhere) this.hide();
    for (const file of [...this.#parts.keys()].filter((known) => !parts.has(known))) {
      this.#parts.delete(file);
      await rm(file, { force: true });
    }
  }

  /** A start by another window that hasn't been shown here may be running, whatever the user changes here meanwhile. */
  #stillSent(draft: Draft, { sentAs, sentDigest }: Draft): Draft {
    const isTaken = this.#options.hasTextElsewhere && (this.#isTaken || this.#seen !== this.#known);
    if (!isTaken || sentAs === undefined || sentAs === draft.sentAs) return draft;
    return { ...draft, sentAs, ...(sentDigest !== undefined && { sentDigest }) };
  }

  /** Content of the file that this window hasn't shown is a message of the user, too. */
  async #readBefore(draft: Draft): Promise<Draft> {
    const before = await this.read().catch((error: unknown) => {
      throw new DraftError('write', errorName(error), this.path);
    });
    if (this.#seen !== this.#known && !isBlank(before) && contentOf(before) !== contentOf(draft))
      await this.#options.moveToDocument?.(before);
    return before;
  }

  async #writeFile(draft: Draft, images: readonly DraftImage[]): Promise<void> {
    const isMarked = (draft.sentAs ?? draft.to) !== undefined;
    if (!this.#options.hasTextElsewhere && !isMarked && isBlank({ ...draft, images })) {
      await this.#file.remove(name);
      this.#known = this.#seen = null;
      return;
    }
    const members = {
      ...draft,
      images: images.length > 0 ? images.map(({ url, ...stored }) => stored) : undefined,
    };
    await this.#file.write(name, members);
    this.#known = this.#seen = JSON.stringify(members);
  }

  /** An image as its bytes, where the Markdown preview sees it. */
  async #writeImage(file: string, url: string): Promise<void> {
    if (this.#parts.get(file) === url) return;
    await writeWhole(file, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    this.#parts.set(file, url);
  }

  /** The members of the file; `undefined` if there is none any more. */
  async #readFile(): Promise<Members | undefined> {
    const stored = await this.#file.read(name).catch((error: unknown) => this.#refuse(errorName(error)));
    if (stored.kind === 'newer') return this.#refuse('newer');
    if (stored.kind === 'damaged') {
      // It couldn't be moved, and would be overwritten.
      if (stored.file === this.path) return this.#refuse('damaged');
      this.#options.onTrouble?.(new DraftError('read', 'setAside', stored.file));
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
      const url = await this.#readImage(file, type);
      if (url !== undefined) images.push({ ...image, url });
    }
    return images.length > 0 ? { ...draft, images } : draft;
  }

  /**
   * `undefined` if the file is gone.
   * @throws {DraftError} for any other error of the system: it may be temporary (too many open files, an unmounted disk)
   */
  async #readImage(file: string, type: ImageType): Promise<string | undefined> {
    const known = this.#parts.get(file);
    if (known !== undefined) return known;
    try {
      const bytes = await readFile(file).catch(ifMissing);
      const url = bytes && dataUri(type, bytes);
      if (url === undefined) this.#log.warn('An image of the draft is missing.');
      else this.#parts.set(file, url);
      return url;
    } catch (error) {
      return this.#refuse(errorName(error), file);
    }
  }

  #refuse(code: string, file = this.path): never {
    this.#log.warn("The draft couldn't be read.", { error: code });
    throw new DraftError('read', code, file);
  }
}

/** True if a draft is gone, or has the mark of another start. */
function isSentSince(before: string, now: string | null): boolean {
  const [{ sentAs: last }, { sentAs }] = [before, now ?? '{}'].map((text) => JSON.parse(text) as Draft) as [
    Draft,
    Draft,
  ];
  return now === null || (sentAs !== undefined && sentAs !== last);
}
