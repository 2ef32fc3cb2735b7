import * as vscode from 'vscode';
import type { Log, LogLevel } from '../log';
import type { Redactor } from '../redactor';

/** The extension's output channel. Every line passes through the redactor. Logs nothing after it was disposed of. */
export class ChannelLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Redactor;
  #disposed = false;
  readonly debug = this.#writing('debug');
  readonly info = this.#writing('info');
  readonly warn = this.#writing('warn');
  readonly error = this.#writing('error');

  constructor(name: string, redactor: Redactor) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redactor = redactor;
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#channel.dispose();
  }

  #writing(level: LogLevel): Log[LogLevel] {
    return (sentence, record = {}) => {
      // A closed channel throws, and a failed log line must not fail the operation that it describes.
      if (this.#disposed) return;
      const known = Object.entries(record).filter(([, value]) => value !== undefined);
      const details = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      this.#channel[level]([sentence, ...details].map((text) => this.#redactor.redact(text)).join(' '));
    };
  }
}
