import * as vscode from 'vscode';
import type { Log } from '../common/log';
import type { Redactor } from '../common/redactor';

/**
 * The extension's output channel. Every line passes through the redactor. Work that ends after the window closed logs
 * nothing.
 */
export class ChannelLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;
  #disposed = false;

  constructor(name: string, redactor: Redactor) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redactor = redactor;
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

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#channel.dispose();
  }

  #write(
    level: 'debug' | 'info' | 'warn' | 'error',
    sentence: string,
    record?: Readonly<Record<string, unknown>>,
  ): void {
    // A closed channel throws, and a failed log line must not fail the operation that it describes.
    if (!this.#disposed) this.#channel[level](this.#line(sentence, record));
  }

  #line(sentence: string, record: Readonly<Record<string, unknown>> = {}): string {
    const details = Object.entries(record).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return this.#redactor.redact([sentence, ...details].join(' '));
  }
}
