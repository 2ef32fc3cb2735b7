/** The history's file cannot be used. `code` is the system's, `file` an absolute path. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(action: 'read' | 'write', code: string, file: string) {
    super(`The history cannot be ${action === 'read' ? 'read' : 'written'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}
