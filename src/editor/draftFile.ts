import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, isBlank, withField, withoutField, type Draft, type DraftImage } from '../domain/draft';
import { isRecord } from '../domain/isRecord';
import type { DraftStore, Log } from '../domain/ports';
import { DraftImages } from './draftImages';
import { errorName } from './errorName';
import { SideFile } from './sideFile';
import { areEqual, draftFrom, storable } from './storedDraft';
import { writeWhole } from './writeWhole';

export interface DraftFileOptions {
  /** Where the bytes of its images are; a folder beside the draft unless given. */
  readonly imageFolder?: string;
  /** Whether an image that a draft no longer has is needed all the same. */
  readonly isNeeded?: (image: DraftImage) => boolean;
  /** Keeps a draft elsewhere when this file is taken by another; without, the other one gives way. */
  readonly setAside?: (draft: Draft) => Promise<DraftStore>;
}

/**
 * A draft in a file: VS Code's own state is written some time later, and a reload in between would lose what was
 * typed.
 */
export class DraftFile implements DraftStore {
  readonly #file: string;
  readonly #log: Log;
  readonly #images: DraftImages;
  readonly #replay: SideFile;
  readonly #isNeeded: (image: DraftImage) => boolean;
  readonly #setAside: DraftFileOptions['setAside'];
  /** Only the sheet writes here. */
  readonly onDidChangeText = () => ({ dispose: () => undefined });
  /** Being sent. Not offered again, but kept until the outcome is known. */
  readonly #held = new Set<Draft>();
  /** What is to be on disk; `undefined` when it is, or when it is being written. */
  #unsaved: Draft | undefined;
  /** The images that the file speaks of, once they are known. */
  #stored: readonly DraftImage[] | undefined;
  #queue = Promise.resolve();

  constructor(folder: string, log: Log, options: DraftFileOptions = {}) {
    const { imageFolder = path.join(folder, 'draft-images'), isNeeded = () => false, setAside } = options;
    this.#file = path.join(folder, 'draft.json');
    this.#log = log;
    this.#images = new DraftImages(imageFolder, log);
    this.#replay = new SideFile(path.join(folder, 'replay.json'));
    this.#isNeeded = isNeeded;
    this.#setAside = setAside;
  }

  async load(): Promise<Draft> {
    await this.#queue;
    const stored = await this.#read();
    return [...this.#held].some((held) => areEqual(held, stored)) ? emptyDraft : stored;
  }

  save(draft: Draft): void {
    this.#unsaved = storable(draft);
    this.#inTurn(() => this.#writeUnsaved());
  }

  /** The same, for whoever has to know that it is on disk. */
  async write(draft: Draft): Promise<void> {
    await this.#queue;
    await this.#write(storable(draft));
  }

  /** Somebody may be writing the next message already: that one stays. */
  clear(sent: Draft): void {
    for (const held of this.#held) if (areEqual(held, sent)) this.#held.delete(held);
    this.#inTurn(async () => {
      if (areEqual(await this.#read(), sent)) await this.#write(emptyDraft);
    });
  }

  /** To be released unless the draft was cleared in the meantime; then it is offered again, here or set aside. */
  hold(draft: Draft): { release(): Promise<DraftStore> } {
    const held = { ...draft };
    this.#held.add(held);
    return {
      release: async () => {
        let keptIn: DraftStore | undefined;
        if (this.#held.delete(held)) {
          this.#inTurn(async () => {
            keptIn = await this.#putBack(draft);
          });
        }
        await this.#queue;
        return keptIn ?? this;
      },
    };
  }

  async again(draft: Draft): Promise<Draft> {
    this.#inTurn(async () => {
      const now = await this.#read();
      if (!isBlank(now) && !areEqual(now, draft)) await this.#setAside?.(now);
      await this.#write(storable(draft));
    });
    await this.#queue;
    return draft;
  }

  /** Somebody may be writing the next message already: then that one stays here. */
  async #putBack(draft: Draft): Promise<DraftStore | undefined> {
    const now = await this.#read();
    if (isBlank(now)) await this.#write(storable(draft));
    return isBlank(now) || areEqual(now, draft) ? this : this.#setAside?.(draft);
  }

  #inTurn(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(work)
      .catch((error: unknown) => this.#log.warn('The draft cannot be kept.', { error: errorName(error) }));
  }

  async #read(): Promise<Draft> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      const draft = isRecord(stored) && stored['version'] === 1 ? draftFrom(stored) : undefined;
      if (!draft || !isRecord(stored)) return emptyDraft;
      const images = await this.#images.read(stored['images']);
      this.#stored = images;
      const replay = stored['replay'] === true ? await this.#replay.read() : undefined;
      const whole = replay === undefined ? draft : withField(draft, 'replay_json', replay);
      return images.length > 0 ? { ...whole, images } : whole;
    } catch (error) {
      const name = errorName(error);
      if (name !== 'ENOENT') this.#log.warn('The draft cannot be read.', { error: name });
      return emptyDraft;
    }
  }

  /** Key by key, only the latest state is worth writing. */
  async #writeUnsaved(): Promise<void> {
    const draft = this.#unsaved;
    this.#unsaved = undefined;
    if (draft) await this.#write(draft);
  }

  async #write(draft: Draft): Promise<void> {
    const images = [...(draft.images ?? []), ...(await this.#neededBeside(draft))];
    this.#stored = images;
    if (isBlank({ ...draft, images })) {
      await rm(this.#file, { force: true });
      await this.#images.removeBut([]);
      await this.#replay.write(undefined);
      return;
    }
    const stored = await this.#images.write(images);
    const { replay_json: replay } = draft.fields;
    const isText = typeof replay === 'string';
    if (isText) await this.#replay.write(replay);
    const rest = isText ? withoutField(draft, 'replay_json') : draft;
    const beside = { images: stored.length > 0 ? stored : undefined, replay: isText ? true : undefined };
    await writeWhole(this.#file, JSON.stringify({ version: 1, ...rest, ...beside }));
    if (!isText) await this.#replay.write(undefined);
    await this.#images.removeBut(stored);
  }

  /** Those of before have been read by then, so that it is known which files there are to remove. */
  async #neededBeside({ images = [] }: Draft): Promise<readonly DraftImage[]> {
    const before = this.#stored ?? (await this.#read()).images ?? [];
    return before.filter((image) => !images.some(({ name }) => name === image.name) && this.#isNeeded(image));
  }
}
