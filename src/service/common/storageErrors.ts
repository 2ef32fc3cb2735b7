/** The editor's secret storage failed, as a locked or broken keyring does. Its message is for logs. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
  readonly operation: 'get' | 'store' | 'delete';
  /** What it was about. */
  readonly kept: KeptSecret;

  constructor(operation: SecretStorageError['operation'], kept: KeptSecret, cause?: unknown) {
    super(`The secret storage failed to ${operation} (${kept}).`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.kept = kept;
  }
}

/** What is kept in the secret storage: a service's session key, or what was answered about MCP servers. */
export type KeptSecret = 'sessionKey' | 'mcpAnswers';

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
