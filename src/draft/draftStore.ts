import { type Draft, isAsSent } from './draft';
import { FileError } from '../base/files';

/** The message that is being written, saved until its conversation has started. */
export interface DraftStore {
  /** An empty draft if there is none, or none that can be read; an unreadable one is not overwritten then. */
  load(): Promise<Draft>;
  /** Like `load`, for what isn't shown: what another window wrote is still kept from being overwritten. */
  peek(): Promise<Draft>;
  save(draft: Draft): void;
  /** Deletes a draft that has started, unless it was changed since. Errors are not thrown. */
  clear(started: Draft): Promise<void>;
  /**
   * Saves the draft to disk with the id of its start, and doesn't offer it again until that has ended. Another one begun
   * here in the meantime is moved elsewhere.
   * @throws {DraftError} when it is not on disk: then it must not be sent; or, once, that another window has sent it
   */
  beginSending(draft: Draft, id: string): Promise<Sending>;
  /**
   * Saves a draft that wasn't started to disk, to continue with it. Another one begun here in the meantime is moved
   * elsewhere.
   * @returns the draft; if it was sent since, what was begun after that
   * @throws {DraftError} when it is not on disk
   */
  restore(draft: Draft): Promise<Draft>;
}

export interface Sending {
  /** With the id of its start. */
  readonly draft: Draft;
  /** Deletes the draft, unless it was changed since. */
  end(): Promise<void>;
  /** Offers the draft again. Returns the store where it is saved: something else may have been begun in its own. */
  release(): Promise<DraftStore>;
}

/**
 * A draft's file can't be used. The code `setAside`: it was damaged, and is now `file`; the rest of the draft is there.
 * `elsewhere`: another window has sent or removed the draft.
 */
export class DraftError extends FileError {
  override readonly name = 'DraftError';

  constructor(action: 'read' | 'write', code: string, file: string) {
    super('draft', action, code, file);
  }
}

/**
 * Ends each draft whose conversation has started since it was sent, unless it was edited: waiting for that start may have
 * ended, or another window may have waited for it.
 * @param hasStarted says whether a start has become a conversation, by the extension's own id of it
 */
export async function endStarted(
  stores: readonly Pick<DraftStore, 'peek' | 'clear'>[],
  hasStarted: (id: string) => Promise<boolean>,
): Promise<void> {
  for (const store of stores) {
    // One that can't be read stays, and doesn't keep the others.
    const draft = await store.peek().catch(() => undefined);
    if (draft?.sentAs !== undefined && isAsSent(draft) && (await hasStarted(draft.sentAs))) await store.clear(draft);
  }
}
