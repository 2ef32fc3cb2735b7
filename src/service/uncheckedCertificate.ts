import type { NetworkOptions } from '../client/network';
import type { ServiceAddress } from '../client/serviceUrl';

/**
 * True if an attacker on the network could impersonate an https service and read the session key, because its
 * certificate isn't verified.
 */
export function isUnchecked({ secure, loopback }: ServiceAddress, { strictSSL }: NetworkOptions): boolean {
  return secure && !loopback && !strictSSL;
}

/** A session key was not sent: its service's certificate isn't verified, and the user hasn't agreed to that. */
export class UncheckedCertificateError extends Error {
  override readonly name = 'UncheckedCertificateError';
  readonly origin: string;

  constructor(origin: string) {
    super('The certificate of the service is not checked.');
    this.origin = origin;
  }
}
