/** A draft's file cannot be used. `code` is the system's, `file` an absolute path. */
export class DraftError extends Error {
  override readonly name = 'DraftError';
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(action: 'read' | 'write', code: string, file: string) {
    super(`The draft cannot be ${action === 'read' ? 'read' : 'kept'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}
