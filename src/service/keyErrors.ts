import type { ServiceAddress } from '../client/serviceUrl';

/** VS Code's secret storage failed, for example because of a locked keyring. The message is for logs. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
  readonly operation: 'get' | 'store' | 'delete';
  /** The kind of secret that couldn't be read or stored. */
  readonly kept: KeptSecret;

  constructor(operation: SecretStorageError['operation'], kept: KeptSecret, cause?: unknown) {
    super(`The secret storage failed to ${operation} (${kept}).`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.kept = kept;
  }
}

/** Secrets in the secret storage: a service's session key, or the answers about MCP servers. */
export type KeptSecret = 'sessionKey' | 'mcpAnswers';

/** The file that identifies this machine can't be read or created. The message is for logs. */
export class MachineUnknownError extends Error {
  override readonly name = 'MachineUnknownError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('This machine cannot be told from others.', { cause });
    this.file = file;
  }
}

/** A session key wasn't sent, because the service's certificate isn't verified and the user hasn't agreed to that. */
export class UnverifiedCertificateError extends Error {
  override readonly name = 'UnverifiedCertificateError';
  readonly address: ServiceAddress;

  constructor(address: ServiceAddress) {
    super('The certificate of the service is not verified.');
    this.address = address;
  }
}
