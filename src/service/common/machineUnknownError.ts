/** The file that tells this machine from others cannot be read or made. Its message is for logs. */
export class MachineUnknownError extends Error {
  override readonly name = 'MachineUnknownError';
  /** Path of that file. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('This machine cannot be told from others.', { cause });
    this.file = file;
  }
}
