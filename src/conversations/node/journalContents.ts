import { abridged } from '../common/abridged';
import { formatJournalRecord, parseJournalRecord, type JournalRecord } from '../common/journal';
import { idOf, KnownConversations } from './knownConversations';

/** What the lines of the journal say together. */
export class JournalContents {
  readonly known = new KnownConversations();
  /** About how many bytes it takes to say it. */
  neededBytes = 0;

  /** Counts the changes of what is known. */
  changes = 0;

  /** The record of the line; `undefined` for one that means nothing here. */
  take(line: Buffer): JournalRecord | undefined {
    const record = parseJournalRecord(line.toString());
    if (record) this.apply(record, line.length);
    // Not ours to leave out.
    else this.neededBytes += line.length;
    return record;
  }

  /** @param bytes of its line */
  apply(record: JournalRecord, bytes = 0): void {
    if (this.#apply(record, bytes)) this.changes++;
  }

  #apply(record: JournalRecord, bytes: number): boolean {
    const { known } = this;
    const before = known.size;
    if (record.type !== 'sent') {
      const changed = known.apply(record);
      // The average will do.
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

/** Whether a line is about one of these conversations. */
export function speaksOf(ids: ReadonlySet<string>, line: Buffer): boolean {
  const record = parseJournalRecord(line.toString());
  return record !== undefined && record.type !== 'removed' && ids.has(idOf(record));
}
