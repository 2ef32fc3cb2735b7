import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/base/lifecycle';
import { ChannelLog } from '../../src/base/vscode/log';
import { keepStatusCurrent } from '../../src/conversations/vscode/statusBar';
import { createStatusBarItem } from '../../src/conversations/vscode/statusBarItem';
import { wire, type Wired } from '../../src/wire';
import { memoryContext } from './memoryContext';
import { removeFolder } from './removeFolder';

/** The parts of the extension as they are behind what `activate` registers, which VS Code accepts only once. */
export class WiredParts {
  readonly #store = new DisposableStore();
  readonly ports: Wired['commands'];
  readonly keys: Wired['start']['keys'];
  readonly settings: Wired['start']['settings'];
  readonly history: Wired['start']['history'];
  /** Folder where history and drafts are saved. */
  readonly folder: string;
  /** Number of current listeners to settings and history. */
  listeners = 0;

  private constructor(folder: string, secrets: vscode.SecretStorage | undefined) {
    this.folder = folder;
    const store = this.#store;
    const { start, commands } = wire({
      context: memoryContext(folder, secrets),
      store,
      onWillStart: () => undefined,
      onEnd: () => undefined,
      atEnd: () => undefined,
      // Channels with the same name would be closed with the first of them.
      openLog: (redactor) => store.add(new ChannelLog(`Agent Conversations (${path.basename(folder)})`, redactor)),
    });
    this.ports = commands;
    ({ keys: this.keys, settings: this.settings, history: this.history } = start);
    const { settings, history, workspace, log } = start;
    this.#countListeners(settings);
    this.#countListeners(history);
    store.add(keepStatusCurrent(store.add(createStatusBarItem()), history, workspace, log));
  }

  /** @param secrets Those of another host, if several share them. */
  static async open(secrets?: vscode.SecretStorage): Promise<WiredParts> {
    return new WiredParts(await mkdtemp(path.join(tmpdir(), 'parts-')), secrets);
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await removeFolder(this.folder);
  }

  #countListeners(source: { readonly onDidChange: unknown }): void {
    const listen = source.onDidChange as vscode.Event<unknown>;
    const counted: vscode.Event<unknown> = (...given) => {
      this.listeners++;
      const subscription = listen(...given);
      return new vscode.Disposable(() => {
        this.listeners--;
        subscription.dispose();
      });
    };
    Object.assign(source, { onDidChange: counted });
  }
}
