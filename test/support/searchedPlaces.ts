import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { markedIn, markSpellings } from './markedSecrets';

/** Everything that can be read off a value, hidden properties and causes included. */
export function wholeOf(value: unknown): string {
  const all = { depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity } as const;
  const words = value instanceof Error ? [value.message, value.stack, String(value)] : [];
  return [inspect(value, all), ...words, JSON.stringify(value)].join('\n');
}

/** Looks for marked secrets in places of several kinds, and remembers how much was searched and what was found where. */
export class SearchedPlaces {
  readonly #texts: Map<string, number>;
  readonly #found = new Set<string>();

  /** @param texts how many texts were searched before, by place */
  constructor(texts = new Map<string, number>()) {
    this.#texts = texts;
  }

  /** One that has found nothing yet, and counts on. */
  fresh(): SearchedPlaces {
    return new SearchedPlaces(this.#texts);
  }

  /** @param during what went before, for whoever reads where a secret was */
  search(place: string, texts: readonly string[], during = ''): void {
    this.#texts.set(place, (this.#texts.get(place) ?? 0) + texts.length);
    for (const text of texts)
      for (const name of markedIn(text))
        this.#found.add(`${name} in ${place}${during === '' ? '' : ` after ${during}`}: ${excerpt(text)}`);
  }

  /** Every file below a folder. */
  async searchFiles(place: string, folder: string): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      this.search(place, [await readFile(file, 'latin1')], path.relative(folder, file));
    }
  }

  /** What was found where. */
  get found(): readonly string[] {
    return [...this.#found].sort();
  }

  /** How many texts were searched, by place. */
  get searched(): ReadonlyMap<string, number> {
    return this.#texts;
  }
}

/** What is around the first one that can be told. */
function excerpt(text: string): string {
  const at = Math.max(...markSpellings.map((spelling) => text.lastIndexOf(spelling)));
  return text.slice(Math.max(0, at - 120), at + 60);
}
