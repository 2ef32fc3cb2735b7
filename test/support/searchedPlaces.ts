import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { markedIn, markSpellings } from './markedSecrets';

/** Everything that can be read from a value, including hidden properties and causes. */
export function wholeOf(value: unknown): string {
  const all = { depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity } as const;
  const words = value instanceof Error ? [value.message, value.stack, String(value)] : [];
  return [inspect(value, all), ...words, JSON.stringify(value)].join('\n');
}

/** Every text that a value contains. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Looks for marked secrets in several kinds of places, and records how much was searched and what was found where. */
export class SearchedPlaces {
  readonly #texts: Map<string, number>;
  readonly #found = new Set<string>();

  /** @param texts number of texts that were searched before, by place */
  constructor(texts = new Map<string, number>()) {
    this.#texts = texts;
  }

  /** Returns one that has found nothing yet, and continues the counts. */
  fresh(): SearchedPlaces {
    return new SearchedPlaces(this.#texts);
  }

  /** @param during what went before, for the reader of where a secret was */
  search(place: string, texts: readonly string[], during = ''): void {
    this.#texts.set(place, (this.#texts.get(place) ?? 0) + texts.length);
    for (const text of texts)
      for (const name of markedIn(text))
        this.#found.add(`${name} in ${place}${during === '' ? '' : ` after ${during}`}: ${excerpt(text)}`);
  }

  /** Searches every file below a folder. */
  async searchFiles(place: string, folder: string): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      // A temporary file may be gone by now: it has become one of the others.
      this.search(place, [await readFile(file, 'latin1').catch(() => '')], path.relative(folder, file));
    }
  }

  /** Secrets that were found, with their places. */
  get found(): readonly string[] {
    return [...this.#found].sort();
  }

  /** Number of texts that were searched, by place. */
  get searched(): ReadonlyMap<string, number> {
    return this.#texts;
  }
}

/** Text around the last spelling that is found. */
function excerpt(text: string): string {
  const at = Math.max(...markSpellings.map((spelling) => text.lastIndexOf(spelling)));
  return text.slice(Math.max(0, at - 120), at + 60);
}
