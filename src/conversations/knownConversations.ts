import { errorName, type Log } from '../base/log';
import type { RecordFiles, StoredRecord } from '../base/recordFiles';
import type { Conversation } from './conversation';
import { recordNameOf } from './conversationRecord';
import { hasProcessEnded } from '../base/processes';
import { mergeStates, haveSameFields, withChange } from './mergeConversations';
import { abridged } from './storedRequest';
import type { HistoryTrouble } from './historyFiles';

/** Number of files that are read at the same time, since each mostly waits for the disk. */
const readsAtOnce = 32;

/**
 * The conversations that a window has read, by the name of their record. Their files are the truth: each change is
 * merged into its file, so windows come to agree without a lock. Only while a file can't be written, for instance on a
 * full disk, does a window know more. Without that, the outcome of a start, which the service tells once, would be lost,
 * and the user might start it twice. A file that is gone stays gone: a window writes to those that are there, and creates
 * only those of its own starts.
 */
export class KnownConversations {
  readonly #files: RecordFiles<Conversation>;
  readonly #log: Log;
  readonly #byName = new Map<string, Conversation>();
  /**
   * Conversations whose files are gone, as this window last knew them. They're kept until it closes: a removal can be undone
   * in any window while its notification is open, and an outcome that arrives until then must not be lost.
   */
  readonly #gone = new Map<string, Conversation>();
  /** Names of the records that this window removed. A file that another window was just writing is removed again. */
  readonly #removed = new Set<string>();
  /** Paths of damaged files, by their names before they were set aside. */
  readonly #damaged = new Map<string, string>();
  readonly #newer = new Set<string>();
  /** Error codes of records that couldn't be read, by name. They may be readable later. */
  readonly #unread = new Map<string, string>();
  /** Errors of the records that couldn't be written, by name. This window knows more of them than their files. */
  readonly #unwritten = new Map<string, string>();
  #newestFirst: readonly Conversation[] | undefined;
  #isNews = false;

  constructor(files: RecordFiles<Conversation>, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  get names(): readonly string[] {
    return [...new Set([...this.#byName.keys(), ...this.#unread.keys()])];
  }

  /** The names of records whose files are gone. */
  get goneNames(): readonly string[] {
    return [...this.#gone.keys()];
  }

  get newestFirst(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byName]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([, conversation]) => conversation);
    return this.#newestFirst;
  }

  get troubles(): readonly HistoryTrouble[] {
    const [damaged] = this.#damaged.values();
    const [newer] = this.#newer;
    const [code] = this.#unwritten.values();
    const [unread] = this.#unread;
    return [
      ...(unread ? [{ kind: 'unreadable', file: this.#files.pathOf(unread[0]), code: unread[1] } as const] : []),
      ...(code ? [{ kind: 'unwritten', file: this.#files.folder, code } as const] : []),
      ...(damaged ? [{ kind: 'damaged', file: damaged, files: this.#damaged.size } as const] : []),
      ...(newer ? [{ kind: 'newer', file: this.#files.pathOf(newer), files: this.#newer.size } as const] : []),
    ];
  }

  get(name: string): Conversation | undefined {
    return this.#byName.get(name);
  }

  /** True if conversations or troubles have changed since the last call. */
  consumeNews(): boolean {
    const isNews = this.#isNews;
    this.#isNews = false;
    return isNews;
  }

  /** Reads files, and adds to each what only this window knows. */
  async readAll(names: readonly string[]): Promise<void> {
    for (let first = 0; first < names.length; first += readsAtOnce) {
      await Promise.all(names.slice(first, first + readsAtOnce).map((name) => this.#readOne(name)));
    }
  }

  /**
   * Reads a conversation with its whole request, and adds what only this window knows. If its file can't be read, returns
   * what this window knows.
   */
  async read(name: string): Promise<Conversation | undefined> {
    const stored = await this.#read(name);
    const known = this.#byName.get(name);
    if (stored?.kind !== 'record') return known;
    return known ? mergeStates(stored.record, known) : stored.record;
  }

  /** @throws if it can't be written */
  async add(conversation: Conversation): Promise<void> {
    const name = recordNameOf(conversation);
    // A removed conversation may be added again, by Undo.
    this.#removed.delete(name);
    const gone = this.#gone.get(name);
    const record = gone ? mergeStates(conversation, gone) : conversation;
    await this.#files.write(name, record);
    this.#put(name, record);
    await this.#writePending();
  }

  /** If a change can't be written, this window knows it anyway, and writes it as soon as something can be written. */
  async change(name: string, change: (conversation: Conversation) => Conversation): Promise<void> {
    if (await this.#write(name, change)) await this.#writePending();
  }

  /** @throws if it can't be removed from disk */
  async remove(name: string): Promise<void> {
    this.#removed.add(name);
    try {
      await this.#files.remove(name);
    } catch (error) {
      this.#removed.delete(name);
      throw error;
    }
    this.#drop(name);
  }

  async #readOne(name: string): Promise<void> {
    const stored = await this.#read(name);
    // If the file can't be read, this window keeps what it knows.
    if (!stored) return;
    this.#isNews = this.#unread.delete(name) || this.#isNews;
    const known = this.#lastKnown(name);
    if (this.#removed.has(name)) await this.#files.remove(name);
    else if (stored.kind === 'record' && known && mergeStates(stored.record, known) !== stored.record)
      await this.#write(name, (conversation) => conversation);
    else {
      this.#show(name, stored);
      if (stored.kind === 'record' && isInterrupted(stored.record, Date.now())) await this.#write(name, interrupted);
    }
  }

  /** @returns `undefined` if it can't be read */
  async #read(name: string): Promise<StoredRecord<Conversation> | undefined> {
    try {
      return await this.#restore(name, await this.#files.read(name));
    } catch (error) {
      this.#log.warn("A conversation can't be read.", { error: errorName(error), file: this.#files.pathOf(name) });
      this.#isNews ||= !this.#unread.has(name);
      this.#unread.set(name, errorName(error));
      return undefined;
    }
  }

  /** @returns false if it can't be written */
  async #write(name: string, change: (conversation: Conversation) => Conversation): Promise<boolean> {
    try {
      const updated = await this.#files.update(name, (record) => {
        const known = this.#lastKnown(name);
        return change(known ? mergeStates(record, known) : record);
      });
      const stored = await this.#restore(name, updated, change);
      this.#isNews = this.#unwritten.delete(name) || this.#isNews;
      this.#show(name, stored);
      const gone = this.#gone.get(name);
      if (gone) this.#gone.set(name, change(gone));
      return true;
    } catch (error) {
      const code = errorName(error);
      const known = this.#byName.get(name);
      if (this.#unwritten.size === 0) this.#log.warn("A conversation hasn't been saved yet.", { error: code });
      this.#isNews ||= this.#unwritten.get(name) !== code;
      this.#unwritten.set(name, code);
      if (known) this.#put(name, change(known));
      return false;
    }
  }

  /**
   * Writes what this window knows in place of a file that was damaged since. Otherwise, the outcome of a start that this
   * window waits for would be lost. Of long texts in the request, only the beginning is known.
   */
  async #restore(
    name: string,
    stored: StoredRecord<Conversation>,
    change = (conversation: Conversation) => conversation,
  ): Promise<StoredRecord<Conversation>> {
    const known = this.#byName.get(name);
    if (stored.kind !== 'damaged' || !known) return stored;
    const record = change(known);
    await this.#files.write(name, record);
    return { kind: 'record', record };
  }

  async #writePending(): Promise<void> {
    for (const name of [...this.#unwritten.keys()]) await this.#write(name, (conversation) => conversation);
  }

  #show(name: string, stored: StoredRecord<Conversation>): void {
    if (stored.kind === 'record') {
      this.#damaged.delete(name);
      this.#newer.delete(name);
      this.#put(name, stored.record);
      return;
    }
    this.#drop(name);
    const isKnown = this.#damaged.has(name) || this.#newer.has(name);
    if (stored.kind === 'damaged') this.#damaged.set(name, stored.file);
    if (stored.kind === 'newer') this.#newer.add(name);
    this.#isNews ||= stored.kind !== 'missing' && !isKnown;
  }

  #lastKnown(name: string): Conversation | undefined {
    return this.#byName.get(name) ?? this.#gone.get(name);
  }

  #put(name: string, conversation: Conversation): void {
    this.#gone.delete(name);
    const known = this.#byName.get(name);
    // An unchanged conversation stays the same object, because views detect changes by identity.
    if (known && haveSameFields(known, conversation)) return;
    this.#byName.set(name, abridged(conversation));
    this.#newestFirst = undefined;
    this.#isNews = true;
  }

  #drop(name: string): void {
    this.#unwritten.delete(name);
    this.#unread.delete(name);
    const known = this.#byName.get(name);
    if (!known) return;
    this.#byName.delete(name);
    this.#gone.set(name, known);
    this.#newestFirst = undefined;
    this.#isNews = true;
  }
}

function isInterrupted({ outcome, sender, deadline }: Conversation, now: number): boolean {
  return outcome === 'sending' && (sender === undefined || hasProcessEnded(sender) || now > deadline);
}

/** If the answer does arrive later, it replaces this outcome. */
function interrupted(conversation: Conversation): Conversation {
  return withChange(conversation, { outcome: 'mayHaveStarted', outcomeAt: 0 });
}
