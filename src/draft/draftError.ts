import { FileError, type FileAction } from '../base/files';

/**
 * A draft's file can't be used. The code is the system's, or `setAside`: it was damaged, and is now `file`; `newer`: a
 * newer version of the extension wrote it; `held`: another window has the draft open, or it is being sent;
 * `elsewhere`: another window has taken it over; `unsaved`: its editor has text that can't be saved; `gone`: it was sent
 * or discarded.
 */
export class DraftError extends FileError {
  override readonly name = 'DraftError';

  constructor(action: FileAction, code: string, file: string) {
    super('draft', action, code, file);
  }
}
