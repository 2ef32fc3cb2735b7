import { type Draft, isAsSent } from './draft';
import type { Event } from '../base/event';
import { FileError } from '../base/fileError';
import type { Disposable, Slot } from '../base/lifecycle';

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

/** A draft that is being sent. */
export interface Sending {
  /** With the id of its start. */
  readonly draft: Draft;
  /** Deletes the draft, unless it was changed since. */
  end(): Promise<void>;
  /** Offers the draft again. Returns the store where it is saved: something else may have been begun in its own. */
  release(): Promise<DraftStore>;
}

/** A message that is written in its own editor, with the other parts of its draft. */
export interface DraftDocument extends DraftStore {
  /** Absolute path of its Markdown file. */
  readonly path: string;
  /** @throws {DraftError} when the data saved beside its text can't be read: it is unknown then who wrote the text */
  load(): Promise<Draft>;
  /** The text belongs to the editor: saving a draft stores everything but its `body`. */
  save(draft: Draft): void;
  /**
   * Changes the text with an undoable edit. Text written since `from` was read stays; in that case only what `to` adds
   * at its end is appended.
   * @throws when the editor rejects the edit
   */
  replaceText(from: string, to: string): Promise<void>;
  /** True until the outcome is known; it can't be sent again meanwhile. */
  readonly isBeingSent: boolean;
}

/** All drafts of this workspace. */
export interface Drafts {
  /** The draft that the review sheet opens with. */
  readonly sheet: DraftStore;
  /** Drafts that are written in an editor, newest first. */
  documents(): Promise<readonly DraftDocument[]>;
  /** The draft with this file; `undefined` if the file isn't a draft's. */
  documentAt(path: string): Promise<DraftDocument | undefined>;
  /** Moves a draft from its store to a new document. Its attachments become part of the text. */
  moveToDocument(draft: Draft, from: DraftStore): Promise<DraftDocument>;
  /** Clears the sheet: its draft becomes a document. Does nothing if the sheet is empty. */
  moveSheetToDocument(): Promise<void>;
}

/** What handles drafts depends on. */
export interface DraftPorts {
  /** The drafts of this workspace. Read on first use. */
  readonly drafts: () => Promise<Drafts>;
  /** The review sheet of this window. */
  readonly openSheet: Slot<Disposable>;
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

/**
 * Ends each draft whose conversation has started since it was sent, unless it was edited: waiting for that start may have
 * ended, or another window may have waited for it.
 */
export async function endStarted({ sheet, documents }: Pick<Drafts, 'sheet' | 'documents'>, hasStarted: HasStarted) {
  const idle = (await documents()).filter(({ isBeingSent }) => !isBeingSent);
  for (const store of [sheet, ...idle]) await endIfStarted(store, hasStarted);
}

async function endIfStarted(store: DraftStore, hasStarted: HasStarted): Promise<void> {
  const draft = await store.load();
  if (draft.sentAs === undefined || !isAsSent(draft) || !(await hasStarted(draft.sentAs))) return;
  await store.clear(draft);
}
