import * as vscode from 'vscode';
import { HiddenLines } from '../hiddenLines';
import type { Log, LogLevel } from '../log';
import type { Redactor } from '../redactor';

/** Lowest first. */
const levels = {
  debug: vscode.LogLevel.Debug,
  info: vscode.LogLevel.Info,
  warn: vscode.LogLevel.Warning,
  error: vscode.LogLevel.Error,
} as const satisfies Record<LogLevel, vscode.LogLevel>;

/**
 * The extension's output channel. Every line passes through the redactor. Work that ends after the window closed logs
 * nothing.
 */
export class ChannelLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;
  readonly #hidden: HiddenLines;
  #disposed = false;
  readonly debug = this.#writing('debug');
  readonly info = this.#writing('info');
  readonly warn = this.#writing('warn');
  readonly error = this.#writing('error');

  constructor(name: string, redactor: Redactor) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redactor = redactor;
    this.#hidden = new HiddenLines(redactor);
  }

  /** The level may be changed at any time: the lines are added at the lowest one that it shows. */
  revealHidden(): void {
    if (this.#disposed || this.#channel.logLevel === vscode.LogLevel.Off) return;
    const lines = this.#hidden.take();
    if (lines.length === 0) return;
    const level = (['debug', 'info', 'warn'] as const).find((one) => !this.#hides(one)) ?? 'error';
    this.#channel[level](['Earlier, hidden by the log level:', ...lines].join('\n'));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#channel.dispose();
  }

  #writing(level: LogLevel): Log[LogLevel] {
    return (sentence, record) => {
      // A closed channel throws, and a failed log line must not fail the operation that it describes.
      if (this.#disposed) return;
      const line = this.#line(sentence, record);
      if (this.#hides(level)) this.#hidden.add(`${new Date().toISOString()} [${level}] ${line}`);
      else this.#channel[level](line);
    };
  }

  #hides(level: LogLevel): boolean {
    const { logLevel } = this.#channel;
    return logLevel === vscode.LogLevel.Off || levels[level] < logLevel;
  }

  #line(sentence: string, record: Readonly<Record<string, unknown>> = {}): string {
    const known = Object.entries(record).filter(([, value]) => value !== undefined);
    const details = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return this.#redactor.redact([sentence, ...details].join(' '));
  }
}
