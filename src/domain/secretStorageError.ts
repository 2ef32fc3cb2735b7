/** The editor's secret storage failed, as a locked or broken keyring does. Its message is for logs. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
  readonly operation: 'get' | 'store' | 'delete';

  constructor(operation: SecretStorageError['operation'], cause?: unknown) {
    super(`The secret storage failed to ${operation} a session key.`, cause === undefined ? undefined : { cause });
    this.operation = operation;
  }
}
