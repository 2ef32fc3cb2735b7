import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Duration of each test file in the last runs: the next run starts with the longest, so none is left for the end. */
export class Durations {
  readonly #file: string;
  readonly #seconds: Record<string, number>;

  /** @param file File where the durations are saved; without it, or if it is damaged, none are known. */
  constructor(file: string) {
    this.#file = file;
    this.#seconds = read(file);
  }

  /** Sorts the longest first; before them, those without a known duration. */
  sorted(step: string, jobs: readonly string[]): string[] {
    const of = (job: string) => this.#seconds[`${step} ${job}`] ?? Infinity;
    return jobs.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)));
  }

  note(step: string, job: string, seconds: number): void {
    this.#seconds[`${step} ${job}`] = Math.round(seconds * 10) / 10;
  }

  keep(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#seconds, undefined, 1));
  }
}

function read(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
