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

  readonly debug = this.#writerAt('debug');
  readonly info = this.#writerAt('info');
  readonly warn = this.#writerAt('warn');
  readonly error = this.#writerAt('error');

  show(): void {
    this.info('Shown to a person.');
  }

  #writerAt(level: string): Log['info'] {
    return (sentence, record = {}) => {
      const line = `${level}: ${sentence} ${JSON.stringify(record)}`;
      this.lines.push(line);
      for (const listener of this.#listeners) listener(line);
    };
  }
}
