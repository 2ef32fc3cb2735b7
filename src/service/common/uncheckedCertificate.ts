import type { NetworkOptions } from '../../client/common/network';
import type { ServiceAddress } from '../../client/common/serviceUrl';

/**
 * Whether anybody on the way to a service under https can stand in its place and read the session key: its certificate is
 * not checked.
 */
export function isUnchecked({ secure, loopback }: ServiceAddress, { strictSSL }: NetworkOptions): boolean {
  return secure && !loopback && !strictSSL;
}

/** A session key was not sent: the certificate of its service is not checked, and nobody has agreed to that. */
export class UncheckedCertificateError extends Error {
  override readonly name = 'UncheckedCertificateError';
  readonly origin: string;

  constructor(origin: string) {
    super('The certificate of the service is not checked.');
    this.origin = origin;
  }
}
