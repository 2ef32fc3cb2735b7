import type { Log } from '../../src/domain/ports';

/** A log that keeps its lines as text, level first. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];

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

  #add(level: string, sentence: string, record: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push(`${level}: ${sentence} ${JSON.stringify(record)}`);
  }
}
