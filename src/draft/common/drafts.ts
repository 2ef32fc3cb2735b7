import type { Draft } from './draft';
import type { Event } from '../../base/common/event';

/** The message that is being written, kept until its conversation has started. */
export interface DraftStore {
  /** An empty draft when there is none, or none that can be read; nothing is written over that one then. */
  load(): Promise<Draft>;
  save(draft: Draft): void;
  /** Forgets a draft that has started, unless something else has been written since. */
  clear(started: Draft): void;
  /** While a draft is being sent, it is not offered a second time. Released, it is kept where it says. */
  markSending(sending: Draft): { release(): Promise<DraftStore> };
  /**
   * The draft to go on with, on disk: before it is sent, and when it was not started. What was begun here in the meantime
   * is set aside.
   * @throws {DraftError} when it is not on disk
   */
  restore(draft: Draft): Promise<Draft>;
  /** Its text changed elsewhere, in its editor for instance. */
  readonly onDidChangeText: Event<void>;
  /** Absolute paths of files that could not be read and were set aside since it was last asked. */
  takeQuarantined(): readonly string[];
}

/** A message that is written in an editor of its own, with everything else that its draft has. */
export interface DraftDocument extends DraftStore {
  /** Absolute path of its Markdown file. */
  readonly path: string;
  /** @throws {DraftError} when what is kept beside its text cannot be read: nobody knows then who wrote the text */
  load(): Promise<Draft>;
  /** Its text is the editor's: saving a draft keeps all but its `body`. */
  save(draft: Draft): void;
  /**
   * Changes the text, so that it can be undone. What somebody wrote since `from` was read stays; only what `to` has
   * more at its end is added then.
   * @throws when the editor refuses
   */
  replaceText(from: string, to: string): Promise<void>;
  /** Until the outcome is known, it cannot be sent once more. */
  readonly isBeingSent: boolean;
}

/** Every draft of this workspace. */
export interface Drafts {
  /** The one that the review sheet opens with. */
  readonly sheet: DraftStore;
  /** Those that are written in an editor, newest first. */
  documents(): Promise<readonly DraftDocument[]>;
  /** The one with this file; `undefined` when the file is no draft's. */
  documentAt(path: string): Promise<DraftDocument | undefined>;
  /** Moves a draft from where it is kept into a document of its own. What it has at its end becomes part of the text. */
  moveToDocument(draft: Draft, from: DraftStore): Promise<DraftDocument>;
  /** Makes room on the sheet: what is there becomes a document. Nothing happens when there is nothing. */
  moveSheetToDocument(): Promise<void>;
}

/** A draft's file cannot be used. `code` is the system's, `file` an absolute path. */
export class DraftError extends Error {
  override readonly name = 'DraftError';
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(action: 'read' | 'write', code: string, file: string) {
    super(`The draft couldn't be ${action === 'read' ? 'read' : 'saved'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}
