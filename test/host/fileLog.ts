import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

// VS Code writes its logs, including output channels, through a native module that is missing in an install without
// build scripts. This stands in for it, so that what an extension logs can be read. The names are that module's.

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'] as const;

export class Logger {
  readonly #file: string;
  #level = 0;
  #plain = false;

  constructor(_kind: string, _name: string, file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace(message: string): void {
    this.#write(0, message);
  }

  debug(message: string): void {
    this.#write(1, message);
  }

  info(message: string): void {
    this.#write(2, message);
  }

  warn(message: string): void {
    this.#write(3, message);
  }

  error(message: string): void {
    this.#write(4, message);
  }

  critical(message: string): void {
    this.#write(5, message);
  }

  getLevel(): number {
    return this.#level;
  }

  setLevel(level: number): void {
    this.#level = level;
  }

  /** Only one pattern is ever requested, the one written below. */
  setPattern(): void {
    this.#plain = false;
  }

  clearFormatters(): void {
    this.#plain = true;
  }

  flush(): void {
    // Nothing is buffered.
  }

  drop(): void {
    // Nothing is held open.
  }

  #write(level: number, message: string): void {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#plain ? message : `${time} [${levels[level]}] ${message}\n`);
  }
}

export function createRotatingLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger('rotating', name, file));
}

export function createAsyncRotatingLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger('rotating_async', name, file));
}

export function setLevel(): void {
  // Each logger has its own level.
}

export function setFlushOn(): void {
  // Nothing is buffered.
}

export const version = 1;
