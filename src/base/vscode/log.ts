import * as vscode from 'vscode';
import type { Log } from '../common/log';
import type { Redactor } from '../common/redactor';

/** The extension's output channel. Every line passes the redactor. What ends after the window's end says nothing. */
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
    // A closed channel throws, and a failing log line must not become a failure of what it speaks of.
    if (!this.#disposed) this.#channel[level](this.#line(sentence, record));
  }

  #line(sentence: string, record: Readonly<Record<string, unknown>> = {}): string {
    const details = Object.entries(record).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return this.#redactor.redact([sentence, ...details].join(' '));
  }
}
