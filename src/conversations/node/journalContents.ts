import { abridged } from '../common/abridged';
import { formatJournalRecord, parseJournalRecord, type JournalRecord } from '../common/journal';
import { idOf, KnownConversations } from './knownConversations';

/** Combined content of the journal's lines. */
export class JournalContents {
  readonly known = new KnownConversations();
  /** Approximate number of bytes needed for this content. */
  neededBytes = 0;

  /** Number of changes so far. */
  changes = 0;

  /** The record of the line; `undefined` if it isn't understood. */
  take(line: Buffer): JournalRecord | undefined {
    const record = parseJournalRecord(line.toString());
    if (record) this.apply(record, line.length);
    // Lines that aren't understood must be preserved.
    else this.neededBytes += line.length;
    return record;
  }

  /** @param bytes length of its line */
  apply(record: JournalRecord, bytes = 0): void {
    if (this.#apply(record, bytes)) this.changes++;
  }

  #apply(record: JournalRecord, bytes: number): boolean {
    const { known } = this;
    const before = known.size;
    if (record.type !== 'sent') {
      const changed = known.apply(record);
      // The average is accurate enough.
      if (known.size < before) this.neededBytes -= this.neededBytes / before;
      return changed;
    }
    const conversation = abridged(record.conversation);
    const short: JournalRecord = { type: 'sent', conversation };
    const changed = known.apply(short);
    if (known.size > before)
      this.neededBytes += conversation === record.conversation ? bytes : Buffer.byteLength(formatJournalRecord(short));
    return changed;
  }
}

/** True if a line is about one of these conversations. */
export function speaksOf(ids: ReadonlySet<string>, line: Buffer): boolean {
  const record = parseJournalRecord(line.toString());
  return record !== undefined && record.type !== 'removed' && ids.has(idOf(record));
}
