import type { Conversation, ConversationChange } from '../common/conversation';
import { applyJournalRecord, saysTheSame, type JournalRecord } from '../common/journal';

/**
 * The conversations of the history as far as it has been read. The same lines have the same result in any order,
 * however often.
 */
export class KnownConversations {
  readonly #byId = new Map<string, Conversation>();
  readonly #awaited = new Set<string>();
  /** Permanent: another file may contain the start, too. */
  readonly #removed = new Set<string>();
  /** Removed conversations that may still have lines on disk. */
  readonly #traces = new Set<string>();
  /** Changes read before their start: when files are merged, lines change places. */
  readonly #early = new Map<string, ConversationChange[]>();
  #newestFirst: readonly Conversation[] | undefined;

  get newestFirst(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byId.values()].sort((a, b) => b.sentAt - a.sentAt);
    return this.#newestFirst;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Starts without an outcome, unless they were given up. */
  get awaited(): readonly Conversation[] {
    return [...this.#awaited].flatMap((id) => this.#byId.get(id) ?? []);
  }

  get removed(): ReadonlySet<string> {
    return this.#removed;
  }

  /** Changes of conversations whose start hasn't been read. */
  get early(): ReadonlyMap<string, readonly ConversationChange[]> {
    return this.#early;
  }

  /** Ids of removed conversations that some line on disk may still mention. */
  get traces(): ReadonlySet<string> {
    return this.#traces;
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id);
  }

  /** Returns true if anything changed. */
  apply(record: JournalRecord): boolean {
    const id = idOf(record);
    if (this.#removed.has(id)) {
      if (record.type !== 'removed') this.#traces.add(id);
      return false;
    }
    if (record.type === 'removed') return this.#remove(id);
    if (record.type === 'changed' && !this.#byId.has(id)) {
      const changes = this.#early.get(id);
      if (changes) changes.push(record.change);
      else this.#early.set(id, [record.change]);
      return false;
    }
    return record.type === 'sent' ? this.#add(record.conversation) : this.#apply(record, id);
  }

  /**
   * Reuses the previous objects of unchanged conversations: views detect changes by identity.
   * @returns true if anything changed
   */
  adopt(before: KnownConversations): boolean {
    let adopted = 0;
    for (const [id, conversation] of this.#byId) {
      const same = before.get(id);
      if (!same || !saysTheSame(same, conversation)) continue;
      this.#byId.set(id, same);
      adopted++;
    }
    this.#newestFirst = undefined;
    return adopted < this.size || this.size !== before.size;
  }

  giveUp({ id }: Conversation): void {
    this.#awaited.delete(id);
  }

  /** Forgets the traces of these: no line mentions them any more. */
  blanked(ids: Iterable<string>): void {
    for (const id of ids) this.#traces.delete(id);
  }

  #remove(id: string): boolean {
    this.#removed.add(id);
    if (this.#byId.has(id) || this.#early.has(id)) this.#traces.add(id);
    this.#early.delete(id);
    return this.#apply({ type: 'removed', id }, id);
  }

  #add(conversation: Conversation): boolean {
    const { id } = conversation;
    let changed = this.#apply({ type: 'sent', conversation }, id);
    for (const change of this.#early.get(id) ?? [])
      changed = this.#apply({ type: 'changed', id, change }, id) || changed;
    this.#early.delete(id);
    return changed;
  }

  #apply(record: JournalRecord, id: string): boolean {
    const before = this.#byId.get(id);
    const changed = applyJournalRecord(this.#byId, record);
    const after = this.#byId.get(id);
    if (after?.outcome !== 'sending') this.#awaited.delete(id);
    else if (!before) this.#awaited.add(id);
    if (changed) this.#newestFirst = this.#replaced(before, after);
    return changed;
  }

  /** Sorting ten thousand for each change of one takes longer than everything else. */
  #replaced(before: Conversation | undefined, after: Conversation | undefined): readonly Conversation[] | undefined {
    const list = this.#newestFirst;
    if (!list) return undefined;
    if (before) {
      const index = list.indexOf(before);
      return after ? list.with(index, after) : list.toSpliced(index, 1);
    }
    const [newest] = list;
    return after && (!newest || after.sentAt > newest.sentAt) ? [after, ...list] : undefined;
  }
}

export function idOf(record: JournalRecord): string {
  return record.type === 'sent' ? record.conversation.id : record.id;
}
