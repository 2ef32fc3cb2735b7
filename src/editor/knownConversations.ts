import type { Conversation } from '../domain/conversation';
import { applyJournalRecord, type JournalRecord } from '../domain/journal';

/** The conversations of the history as this window knows them. */
export class KnownConversations {
  readonly #byId = new Map<string, Conversation>();
  readonly #awaited = new Set<string>();
  #newestFirst: readonly Conversation[] | undefined;

  get newestFirst(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byId.values()].sort((a, b) => b.sentAt - a.sentAt);
    return this.#newestFirst;
  }

  /** The starts without an outcome, unless somebody gave them up. */
  get awaited(): readonly Conversation[] {
    return [...this.#awaited].flatMap((id) => this.#byId.get(id) ?? []);
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id);
  }

  /** Says whether anything changed. */
  apply(record: JournalRecord): boolean {
    const changed = applyJournalRecord(this.#byId, record);
    const id = record.type === 'sent' ? record.conversation.id : record.id;
    if (this.#byId.get(id)?.outcome !== 'sending') this.#awaited.delete(id);
    else if (record.type === 'sent') this.#awaited.add(id);
    if (changed) this.#newestFirst = undefined;
    return changed;
  }

  giveUp({ id }: Conversation): void {
    this.#awaited.delete(id);
  }

  forget(): void {
    this.#byId.clear();
    this.#awaited.clear();
    this.#newestFirst = undefined;
  }
}
