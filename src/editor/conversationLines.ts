import { parseJournalRecord, type JournalRecord } from '../domain/journal';
import type { Line, LineFile, Place } from './lineFile';

/**
 * Where the lines are that speak of each conversation, to blank them when it is removed. Some are written afterwards: by
 * a window that got an answer and had not read of the removal.
 */
export class ConversationLines {
  readonly #places = new Map<string, Place[]>();
  /** Of what was removed: the places that are not blank yet. */
  readonly #removed = new Map<string, readonly Place[]>();

  take(record: JournalRecord, { place }: Line): void {
    const id = idOf(record);
    const places = this.#places.get(id) ?? [];
    const removed = this.#removed.get(id);
    if (record.type === 'removed') {
      this.#places.delete(id);
      this.#removed.set(id, [...(removed ?? []), ...places]);
    } else if (record.type === 'changed' && removed) {
      this.#removed.set(id, [...removed, place]);
    } else {
      places.push(place);
      this.#places.set(id, places);
    }
  }

  /** The file is another one now. */
  forget(): void {
    this.#places.clear();
    this.#removed.clear();
  }

  /** That something was removed stays in the file, for windows that have read it before. */
  async blankRemoved(file: LineFile): Promise<void> {
    for (const [id, places] of this.#removed) {
      if (places.length === 0) continue;
      await file.blank(places, (text) => speaksOf(id, parseJournalRecord(text)));
      this.#removed.set(id, []);
    }
  }
}

function idOf(record: JournalRecord): string {
  return record.type === 'sent' ? record.conversation.id : record.id;
}

function speaksOf(id: string, record: JournalRecord | undefined): boolean {
  return record !== undefined && idOf(record) === id;
}
