import { FileError, type FileAction } from '../base/files';

/** A problem with the history's files that the user should know of. `file` is an absolute path. */
export type HistoryTrouble =
  /** The folder, or a file in it, can't be read. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** The conversations in these files are lost. `file` is the first one, which was renamed if possible. */
  | { readonly kind: 'damaged'; readonly file: string; readonly files: number }
  | { readonly kind: 'newer'; readonly file: string; readonly files: number }
  /** Changes of some conversations couldn't be saved and are known only in this window. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

export class HistoryError extends FileError {
  override readonly name = 'HistoryError';

  constructor(action: FileAction, code: string, file: string) {
    super('history', action, code, file);
  }
}
