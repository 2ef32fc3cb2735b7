import { watch, type FSWatcher } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Conversation, ConversationChange } from '../domain/conversation';
import { applyJournalRecord, formatJournalRecord, parseJournalRecord, type JournalRecord } from '../domain/journal';
import type { History, Log } from '../domain/ports';

/**
 * The conversations that this machine started, in a file that every window appends to. The file's order is the truth:
 * what a window appends it reads back like what others append.
 */
export class ConversationJournal implements History, vscode.Disposable {
  readonly #file: string;
  readonly #log: Log;
  readonly #byId = new Map<string, Conversation>();
  readonly #changed = new vscode.EventEmitter<void>();
  #newestFirst: readonly Conversation[] | undefined;
  #readBytes = 0;
  #queue: Promise<unknown> | undefined;
  #watcher: FSWatcher | undefined;
  #loaded: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log) {
    this.#file = path.join(folder, 'conversations.jsonl');
    this.#log = log;
  }

  /** What has been read so far, newest first; see {@link load}. */
  get conversations(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byId.values()].sort((a, b) => b.sentAt - a.sentAt);
    return this.#newestFirst;
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id);
  }

  /** Reads the file the first time it is called, and from then on follows what other windows append. */
  async load(): Promise<readonly Conversation[]> {
    this.#loaded ??= this.#loadOnce().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    await this.#loaded;
    return this.conversations;
  }

  async sent(conversation: Conversation): Promise<void> {
    await this.load();
    await this.#append({ type: 'sent', conversation });
  }

  async changed(id: string, change: ConversationChange): Promise<void> {
    await this.load();
    await this.#append({ type: 'changed', id, change });
  }

  async remove(id: string): Promise<void> {
    await this.load();
    await this.#append({ type: 'removed', id });
  }

  dispose(): void {
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #loadOnce(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    // Watched before it is read, so that nothing falls between.
    this.#watcher ??= this.#follow();
    await this.#inTurn(() => this.#read());
    await this.#closeInterrupted();
  }

  #follow(): FSWatcher {
    const name = path.basename(this.#file);
    const watcher = watch(path.dirname(this.#file), { persistent: false }, (_, changed) => {
      if (changed === null || changed === name) void this.#inTurn(() => this.#read());
    });
    watcher.on('error', (error) =>
      this.#log.warn('Conversations of other windows show up late.', { error: String(error) }),
    );
    return watcher;
  }

  /** Starts whose window went away before the answer came: nobody is left to hear it. */
  async #closeInterrupted(): Promise<void> {
    const interrupted = this.conversations.filter(({ outcome, sender }) => outcome === 'sending' && !isAlive(sender));
    for (const { id } of interrupted)
      await this.#append({ type: 'changed', id, change: { outcome: 'mayHaveStarted' } });
  }

  /** One write of one line, on disk when it returns. The line break in front ends a line that a crash cut short. */
  async #append(record: JournalRecord): Promise<void> {
    const line = Buffer.from(`\n${formatJournalRecord(record)}`);
    await this.#inTurn(async () => {
      const file = await open(this.#file, 'a', 0o600);
      try {
        await file.write(line);
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.#read();
    });
  }

  async #read(): Promise<void> {
    const text = await this.#readNew();
    let damaged = 0;
    let changed = false;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const record = parseJournalRecord(line);
      if (record) changed = applyJournalRecord(this.#byId, record) || changed;
      else damaged++;
    }
    if (damaged > 0)
      this.#log.warn('Some remembered conversations cannot be read.', { lines: damaged, file: this.#file });
    if (!changed) return;
    this.#newestFirst = undefined;
    this.#changed.fire();
  }

  /** Whole lines that were not read yet. A file that became shorter was replaced, and is read anew. */
  async #readNew(): Promise<string> {
    const file = await openIfThere(this.#file);
    if (!file) return '';
    try {
      const { size } = await file.stat();
      if (size < this.#readBytes) {
        this.#readBytes = 0;
        this.#byId.clear();
      }
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(size - this.#readBytes),
        0,
        size - this.#readBytes,
        this.#readBytes,
      );
      const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      this.#readBytes += end;
      return buffer.toString('utf8', 0, end);
    } finally {
      await file.close();
    }
  }

  /** One after the other: an append and a read of the same bytes must not overlap. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#queue ?? Promise.resolve()).then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
