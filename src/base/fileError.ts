/** A file of ours can't be used. `code` is the system's, `file` an absolute path. */
export abstract class FileError extends Error {
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(what: string, action: 'read' | 'write', code: string, file: string) {
    super(`The ${what} couldn't be ${action === 'read' ? 'read' : 'saved'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}
