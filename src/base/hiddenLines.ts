import type { Redactor } from './redactor';

/** Lines that are kept. */
const most = 200;
/** Characters of a line that are kept. */
const longest = 2000;

/** The last lines that the log's level has hidden, for when something goes wrong. Only in memory. */
export class HiddenLines {
  readonly #redactor: Pick<Redactor, 'redact'>;
  #lines: readonly string[] = [];

  constructor(redactor: Pick<Redactor, 'redact'>) {
    this.#redactor = redactor;
  }

  add(line: string): void {
    this.#lines = [...this.#lines.slice(1 - most), this.#redactor.redact(line).slice(0, longest)];
  }

  /** Returns each line once, oldest first. Redacted again: a secret may have become known since. */
  take(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines.map((line) => this.#redactor.redact(line));
  }
}
