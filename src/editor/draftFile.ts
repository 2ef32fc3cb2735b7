import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, isBlank, withField, withoutField, type Draft, type DraftImage } from '../domain/draft';
import { isRecord } from '../domain/isRecord';
import type { DraftStore, Log } from '../domain/ports';
import { replayProblem } from '../domain/replay';
import { DraftImages } from './draftImages';
import { errorName } from './errorName';
import { setAside } from './setAside';
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
  /** Files that could not be read, where they are now. */
  #setAsideFiles: string[] = [];
  /** What is to be on disk; `undefined` when it is, or when it is being written. */
  #unsaved: Draft | undefined;
  /** The images that the file speaks of, once they are known. */
  #stored: readonly DraftImage[] | undefined;
  #queue = Promise.resolve();

  constructor(folder: string, log: Log, options: DraftFileOptions = {}) {
    const { imageFolder = path.join(folder, 'draft-images'), isNeeded = () => false, setAside } = options;
    this.#file = path.join(folder, 'draft.json');
    this.#log = log;
    const onDamage = (damaged: string, error: unknown) => this.#setFileAside(damaged, error);
    this.#images = new DraftImages(imageFolder, log, onDamage);
    this.#replay = new SideFile(path.join(folder, 'replay.json'), isReplay);
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
      if (areEqual(now, draft)) return;
      if (!isBlank(now)) await this.#setAside?.(now);
      await this.#write(storable(draft));
    });
    await this.#queue;
    return draft;
  }

  takeSetAside(): readonly string[] {
    const files = this.#setAsideFiles;
    this.#setAsideFiles = [];
    return files;
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

  /** What one part of it has wrong does not cost the others, and is not written over. */
  async #read(): Promise<Draft> {
    const stored = await this.#readFile();
    if (!stored) return emptyDraft;
    const { draft, images: named, replay: hasReplay } = stored;
    const images = await this.#images.read(named);
    this.#stored = images;
    const replay = hasReplay ? await this.#readReplay() : undefined;
    const whole = replay === undefined ? draft : withField(draft, 'replay_json', replay);
    return images.length > 0 ? { ...whole, images } : whole;
  }

  async #readFile(): Promise<{ draft: Draft; images: unknown; replay: boolean } | undefined> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      const draft = isRecord(stored) && stored['version'] === 1 ? draftFrom(stored) : undefined;
      if (!draft || !isRecord(stored)) throw new Error('This is no draft, or one of a newer version.');
      return { draft, images: stored['images'], replay: stored['replay'] === true };
    } catch (error) {
      if (errorName(error) !== 'ENOENT') await this.#setFileAside(this.#file, error);
      return undefined;
    }
  }

  async #readReplay(): Promise<string | undefined> {
    try {
      return await this.#replay.read();
    } catch (error) {
      await this.#setFileAside(this.#replay.path, error);
      return undefined;
    }
  }

  async #setFileAside(file: string, error: unknown): Promise<void> {
    this.#log.warn('The draft cannot be read.', { error: errorName(error) });
    try {
      this.#setAsideFiles.push(await setAside(file));
    } catch (failure) {
      this.#log.warn('A damaged draft cannot be set aside.', { error: errorName(failure) });
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

/** Whoever chose it was told what is wrong with it; what is no JSON now was damaged since. */
function isReplay(text: string): boolean {
  return replayProblem(text) === undefined;
}
