import { watch } from 'node:fs';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../common/conversation';
import type { History, HistoryTrouble } from '../common/history';
import type { Log } from '../../base/common/log';
import { DisposableStore } from '../../base/common/lifecycle';
import type { ConversationJournal } from '../node/conversationJournal';

const news = { watch, onDidChangeWindowState: vscode.window.onDidChangeWindowState };

/** The history, whose files and all code that reads them load on first use: activation doesn't wait for them. */
export class DeferredHistory implements History, vscode.Disposable {
  readonly #folder: string;
  readonly #log: Log;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<void>());
  #journal: ConversationJournal | undefined;
  #opening: Promise<ConversationJournal> | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  get conversations(): readonly Conversation[] {
    return this.#journal?.conversations ?? [];
  }

  get troubles(): readonly HistoryTrouble[] {
    return this.#journal?.troubles ?? [];
  }

  get(id: string): Conversation | undefined {
    return this.#journal?.get(id);
  }

  async whole(id: string): Promise<Conversation | undefined> {
    return (await this.#open()).whole(id);
  }

  async load(): Promise<readonly Conversation[]> {
    return (await this.#open()).load();
  }

  async sent(conversation: Conversation): Promise<void> {
    await (await this.#open()).sent(conversation);
  }

  async changed(id: string, change: ConversationChange): Promise<void> {
    await (await this.#open()).changed(id, change);
  }

  async remove(id: string): Promise<void> {
    await (await this.#open()).remove(id);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #open(): Promise<ConversationJournal> {
    return (this.#opening ??= import('../node/conversationJournal').then(({ ConversationJournal }) => {
      const journal = this.#owned.add(new ConversationJournal(this.#folder, this.#log, news));
      this.#owned.add(journal.onDidChange(() => this.#changed.fire()));
      return (this.#journal = journal);
    }));
  }
}
