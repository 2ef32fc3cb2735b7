import type { Event } from '../../src/base/event';
import type { Log } from '../../src/base/log';

/** A log that keeps its lines as text, level first. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  readonly #listeners = new Set<(line: string) => unknown>();

  readonly onDidWrite: Event<string> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#add('debug', sentence, record);
  }

  info(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#add('info', sentence, record);
  }

  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#add('warn', sentence, record);
  }

  error(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#add('error', sentence, record);
  }

  show(): void {
    this.#add('info', 'Shown to a person.');
  }

  #add(level: string, sentence: string, record: Readonly<Record<string, unknown>> = {}): void {
    const line = `${level}: ${sentence} ${JSON.stringify(record)}`;
    this.lines.push(line);
    for (const listener of this.#listeners) listener(line);
  }
}
