import type { Conversation, ConversationChange } from './conversation';
import { FileError } from '../base/files';

/** Storage for starts. */
export interface StartMemory {
  /**
   * Resolves when the conversation is on disk, so that a crash from then on doesn't go unnoticed.
   * @throws {HistoryError} when it can't be written; nothing may be sent then
   */
  add(conversation: Conversation): Promise<void>;
  /** A change that can't be written is known in memory anyway, and is written as soon as something can be. */
  change(id: string, change: ConversationChange): Promise<void>;
}

/** Problems with the history's files that the user should know of. `file` is an absolute path. */
export type HistoryTrouble =
  /** The folder can't be read. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** Each of these files costs its conversation. `file` is the first one, which was renamed if that was possible. */
  | { readonly kind: 'damaged'; readonly file: string; readonly files: number }
  /** A newer version of the extension wrote these files. */
  | { readonly kind: 'newer'; readonly file: string; readonly files: number }
  /** What became of some starts is known in this window only. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

/** The history's files can't be used. */
export class HistoryError extends FileError {
  override readonly name = 'HistoryError';

  constructor(action: 'read' | 'write', code: string, file: string) {
    super('history', action, code, file);
  }
}
