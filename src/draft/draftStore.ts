import { type Draft, isAsSent } from './draft';
import type { Event } from '../base/event';
import { FileError } from '../base/files';

/** The message that is being written, saved until its conversation has started. */
export interface DraftStore {
  /** An empty draft if there is none, or none that can be read; an unreadable one is not overwritten then. */
  load(): Promise<Draft>;
  save(draft: Draft): void;
  /** Deletes a draft that has started, unless it was changed since. Errors are reported, not thrown. */
  clear(started: Draft): Promise<void>;
  /**
   * Saves the draft to disk with the id of its start, and doesn't offer it again until that has ended. Another one begun
   * here in the meantime is moved elsewhere.
   * @throws {DraftError} when it is not on disk: then it must not be sent
   */
  beginSending(draft: Draft, id: string): Promise<Sending>;
  /**
   * Saves a draft that wasn't started to disk, to continue with it. Another one begun here in the meantime is moved
   * elsewhere.
   * @throws {DraftError} when it is not on disk
   */
  restore(draft: Draft): Promise<Draft>;
  /** Fires when its text changed elsewhere, for example in its editor. */
  readonly onDidChangeText: Event<void>;
}

export interface Sending {
  /** With the id of its start. */
  readonly draft: Draft;
  /** Deletes the draft, unless it was changed since. */
  end(): Promise<void>;
  /** Offers the draft again. Returns the store where it is saved: something else may have been begun in its own. */
  release(): Promise<DraftStore>;
}

/** A draft's file can't be used. The code `setAside`: it was damaged, and is now `file`; the rest of the draft is there. */
export class DraftError extends FileError {
  override readonly name = 'DraftError';

  constructor(action: 'read' | 'write', code: string, file: string) {
    super('draft', action, code, file);
  }
}

/** Says whether a start has become a conversation, by the extension's own id of it. */
type HasStarted = (id: string) => Promise<boolean>;

type Ending = Pick<DraftStore, 'load' | 'clear'>;

/** The drafts of a workspace: the one on the sheet, and those in editors. */
interface AllDrafts {
  readonly sheet: Ending;
  documents(): Promise<readonly (Ending & { readonly isBeingSent: boolean })[]>;
}

/**
 * Ends each draft whose conversation has started since it was sent, unless it was edited: waiting for that start may have
 * ended, or another window may have waited for it.
 */
export async function endStarted(all: AllDrafts, hasStarted: HasStarted): Promise<void> {
  const idle = (await all.documents()).filter(({ isBeingSent }) => !isBeingSent);
  for (const store of [all.sheet, ...idle]) await endIfStarted(store, hasStarted);
}

async function endIfStarted(store: Ending, hasStarted: HasStarted): Promise<void> {
  const draft = await store.load();
  if (draft.sentAs === undefined || !isAsSent(draft) || !(await hasStarted(draft.sentAs))) return;
  await store.clear(draft);
}
