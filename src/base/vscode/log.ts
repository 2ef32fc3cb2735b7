import * as vscode from 'vscode';
import { HiddenLines } from '../hiddenLines';
import type { Log } from '../log';
import type { Redactor } from '../redactor';

/** Lowest first. */
const levels = {
  debug: vscode.LogLevel.Debug,
  info: vscode.LogLevel.Info,
  warn: vscode.LogLevel.Warning,
  error: vscode.LogLevel.Error,
} as const;

type Level = keyof typeof levels;

/**
 * The extension's output channel. Every line passes through the redactor. Work that ends after the window closed logs
 * nothing.
 */
export class ChannelLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;
  readonly #hidden: HiddenLines;
  #disposed = false;

  constructor(name: string, redactor: Redactor) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redactor = redactor;
    this.#hidden = new HiddenLines(redactor);
  }

  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#write('debug', sentence, record);
  }

  info(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#write('info', sentence, record);
  }

  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#write('warn', sentence, record);
  }

  error(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#write('error', sentence, record);
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

  #write(level: Level, sentence: string, record?: Readonly<Record<string, unknown>>): void {
    // A closed channel throws, and a failed log line must not fail the operation that it describes.
    if (this.#disposed) return;
    const line = this.#line(sentence, record);
    if (this.#hides(level)) this.#hidden.add(`${new Date().toISOString()} [${level}] ${line}`);
    else this.#channel[level](line);
  }

  #hides(level: Level): boolean {
    const { logLevel } = this.#channel;
    return logLevel === vscode.LogLevel.Off || levels[level] < logLevel;
  }

  #line(sentence: string, record: Readonly<Record<string, unknown>> = {}): string {
    const known = Object.entries(record).filter(([, value]) => value !== undefined);
    const details = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return this.#redactor.redact([sentence, ...details].join(' '));
  }
}
