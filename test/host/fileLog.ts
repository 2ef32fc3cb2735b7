import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

// VS Code writes its logs, including output channels, through a native module that is missing in an install without
// build scripts. This stands in for it, so that what an extension logs can be read. The names are that module's.

class Logger {
  readonly #file: string;
  #level = 0;
  #plain = false;
  readonly trace = this.#writerAt(0, 'trace');
  readonly debug = this.#writerAt(1, 'debug');
  readonly info = this.#writerAt(2, 'info');
  readonly warn = this.#writerAt(3, 'warning');
  readonly error = this.#writerAt(4, 'error');
  readonly critical = this.#writerAt(5, 'critical');
  readonly getLevel = (): number => this.#level;
  readonly setLevel = (level: number): void => void (this.#level = level);
  /** Only one pattern is ever requested, the one written below. */
  readonly setPattern = (): void => void (this.#plain = false);
  readonly clearFormatters = (): void => void (this.#plain = true);
  // Nothing is buffered, or held open.
  readonly flush = (): void => undefined;
  readonly drop = (): void => undefined;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  #writerAt(level: number, name: string): (message: string) => void {
    return (message) => {
      if (level < this.#level) return;
      const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
      appendFileSync(this.#file, this.#plain ? message : `${time} [${name}] ${message}\n`);
    };
  }
}

export function createRotatingLogger(_name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger(file));
}

export const createAsyncRotatingLogger = createRotatingLogger;

/** Each logger has its own level. */
export function setLevel(): void {}

/** Nothing is buffered. */
export function setFlushOn(): void {}

export const version = 1;
