import * as vscode from 'vscode';
import type { Log } from '../domain/ports';
import type { Redactor } from '../domain/redactor';

/** The extension's output channel. Every line passes the redactor. */
export class ChannelLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;

  constructor(name: string, redactor: Redactor) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redactor = redactor;
  }

  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#channel.debug(this.#line(sentence, record));
  }

  info(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#channel.info(this.#line(sentence, record));
  }

  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#channel.warn(this.#line(sentence, record));
  }

  error(sentence: string, record?: Readonly<Record<string, unknown>>): void {
    this.#channel.error(this.#line(sentence, record));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #line(sentence: string, record: Readonly<Record<string, unknown>> = {}): string {
    const details = Object.entries(record).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return this.#redactor.redact([sentence, ...details].join(' '));
  }
}
