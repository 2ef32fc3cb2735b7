/** The editor's secret storage failed, for instance because of a locked or broken keyring. Its message is for logs. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
  readonly operation: 'get' | 'store' | 'delete';
  /** The secret it was about. */
  readonly kept: KeptSecret;

  constructor(operation: SecretStorageError['operation'], kept: KeptSecret, cause?: unknown) {
    super(`The secret storage failed to ${operation} (${kept}).`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.kept = kept;
  }
}

/** Secrets in the secret storage: a service's session key, or the answers about MCP servers. */
export type KeptSecret = 'sessionKey' | 'mcpAnswers';

/** The file that identifies this machine can't be read or created. Its message is for logs. */
export class MachineUnknownError extends Error {
  override readonly name = 'MachineUnknownError';
  /** Path of that file. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('This machine cannot be told from others.', { cause });
    this.file = file;
  }
}

/** A session key was not sent: its service's certificate isn't verified, and the user hasn't agreed to that. */
export class UnverifiedCertificateError extends Error {
  override readonly name = 'UncheckedCertificateError';
  readonly origin: string;

  constructor(origin: string) {
    super('The certificate of the service is not checked.');
    this.origin = origin;
  }
}
