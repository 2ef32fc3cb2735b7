import { readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { DraftImage } from './draft';
import { isRecord } from '../base/json';
import { type Log, errorName } from '../base/log';
import { ifMissing, writeWhole } from '../base/files';
import { replayProblem } from './draftFields';

/** An image as stored in the draft's file. A URL that isn't base64 wouldn't survive decoding: it is stored as it is. */
type StoredImage = Pick<DraftImage, 'name' | 'inText'> &
  ({ readonly file: string; readonly type: string } | { readonly url: string });

/** The images of one draft: their bytes are in files of a folder, so that a keystroke doesn't write them again. */
export class DraftImages {
  readonly #folder: string;
  readonly #log: Log;
  readonly #onDamage: ((file: string, error: unknown) => Promise<unknown>) | undefined;
  /** Known contents of the files, by name. */
  readonly #written = new Map<string, string>();

  /** @param onDamage called with a file that exists and can't be read */
  constructor(folder: string, log: Log, onDamage?: (file: string, error: unknown) => Promise<unknown>) {
    this.#folder = folder;
    this.#log = log;
    this.#onDamage = onDamage;
  }

  /** Writes the images that aren't there yet. Returns the entries for the draft's file. */
  async write(images: readonly DraftImage[]): Promise<readonly StoredImage[]> {
    const taken = new Set<string>();
    const stored: StoredImage[] = [];
    for (const { url, ...image } of images) {
      const file = fileName(image.name, taken);
      const data = this.#written.get(file) === url ? undefined : dataOf(url);
      if (data) await writeWhole(path.join(this.#folder, file), data);
      if (data) this.#written.set(file, url);
      stored.push({ ...image, ...(this.#written.get(file) === url ? { file, type: mediaTypeOf(url) } : { url }) });
    }
    return stored;
  }

  /** The images listed in a draft's file; one whose bytes are gone is omitted. */
  async read(value: unknown): Promise<readonly DraftImage[]> {
    const images: DraftImage[] = [];
    for (const stored of Array.isArray(value) ? value.filter(isStored) : []) {
      const { name, inText } = stored;
      const url = 'url' in stored ? stored.url : await this.#read(stored.file, stored.type);
      if (url !== undefined) images.push({ name, url, ...(inText && { inText }) });
    }
    return images;
  }

  /** Removes the files that are no longer listed. */
  async removeBut(kept: readonly StoredImage[]): Promise<void> {
    const files = new Set(kept.map((image) => ('file' in image ? image.file : undefined)));
    for (const file of [...this.#written.keys()].filter((name) => !files.has(name))) {
      this.#written.delete(file);
      await rm(path.join(this.#folder, file), { force: true });
    }
    // Not empty, or doesn't exist: both are fine.
    if (this.#written.size === 0) await rmdir(this.#folder).catch(() => undefined);
  }

  async #read(file: string, type: string): Promise<string | undefined> {
    const known = this.#written.get(file);
    if (known !== undefined) return known;
    try {
      const bytes = await readFile(path.join(this.#folder, file));
      const url = `data:${type};base64,${bytes.toString('base64')}`;
      this.#written.set(file, url);
      return url;
    } catch (error) {
      this.#log.warn("An image of the draft couldn't be read.", { error: errorName(error) });
      if (errorName(error) !== 'ENOENT') await this.#onDamage?.(path.join(this.#folder, file), error);
      return undefined;
    }
  }
}

function isStored(value: unknown): value is StoredImage {
  if (!isRecord(value) || typeof value['name'] !== 'string') return false;
  if (value['inText'] !== undefined && value['inText'] !== true) return false;
  const { url, file, type } = value;
  if (typeof url === 'string') return true;
  // The extension writes the file, but its content becomes a path.
  return typeof file === 'string' && file === plainFileName(file) && typeof type === 'string' && mediaType.test(type);
}

const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

function mediaTypeOf(url: string): string {
  return /^data:([^;,]+);base64,/.exec(url)?.[1] ?? '';
}

/** The bytes in a data URI; `undefined` if encoding them wouldn't restore it: the draft would differ from itself. */
function dataOf(url: string): Uint8Array | undefined {
  const base64 = url.slice(url.indexOf(',') + 1);
  const bytes = Buffer.from(base64, 'base64');
  return mediaType.test(mediaTypeOf(url)) && bytes.toString('base64') === base64 ? bytes : undefined;
}

/** A name for an image's file, different from the others of its draft on any system. */
function fileName(name: string, taken: Set<string>): string {
  const plain = plainFileName(name.slice(-100));
  let file = plain;
  for (let number = 2; taken.has(file.toLowerCase()); number++) file = `${number} ${plain}`;
  taken.add(file.toLowerCase());
  return file;
}

/** The name if it is a valid file name on any system, and isn't that of a draft or its text; else a similar one. */
function plainFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}<>:"/\\|?*]/gu, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, '_');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.(json|md)(\.|$)|^$/i.test(plain);
  return isReserved ? `image_${plain.replaceAll('.', '_')}` : plain;
}

/** The replay of one draft, which is too large to be written at every keystroke: in a file of its own, written when it changes. */
export class DraftReplay {
  readonly path: string;
  /** The content known to be in the file; `undefined` if it isn't known. */
  #known: { readonly text: string | undefined } | undefined;

  constructor(folder: string) {
    this.path = path.join(folder, 'replay.json');
  }

  /**
   * `undefined` if there is no file.
   * @throws if it can't be read, or isn't JSON: the user was told about errors when choosing it, so it was damaged since
   */
  async read(): Promise<string | undefined> {
    if (this.#known) return this.#known.text;
    const text = await readFile(this.path, 'utf8').catch(ifMissing);
    if (text !== undefined && replayProblem(text)) throw new Error('The file is damaged.');
    this.#known = { text };
    return text;
  }

  /** Removes the file if there is no text. */
  async write(text: string | undefined): Promise<void> {
    if (this.#known && this.#known.text === text) return;
    if (text === undefined) await rm(this.path, { force: true });
    else await writeWhole(this.path, text);
    this.#known = { text };
  }
}
