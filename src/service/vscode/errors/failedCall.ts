import { isLoopback } from '../../../client/common/isLoopback';
import type { Route } from '../../../client/common/network';
import type { Operation, ServiceError } from '../../../client/common/serviceError';

/** A call that failed, as far as its sentence and its remedy speak of it. */
export interface FailedCall {
  readonly operation: Operation;
  readonly route: Route;
  /** The request had begun to leave. */
  readonly sent: boolean;
  /** Host and port of the service. */
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  /** `{base_url}` of the interface: where the service's own pages are. */
  readonly baseUrl: string;
  /** The service is on the machine that called it. */
  readonly loopback: boolean;
}

export function failedCall({ baseUrl, operation, route, sent }: ServiceError): FailedCall {
  const { host, hostname, origin } = new URL(baseUrl);
  return { operation, route, sent, host, hostname, origin, baseUrl, loopback: isLoopback(hostname) };
}
