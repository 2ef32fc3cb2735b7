import type { Failure, ProxyReason } from '../common/serviceError';
import { failureOf } from './failureOf';
import type { RequestWatch } from './requestWatch';

type Seen = Pick<RequestWatch, 'begun' | 'status' | 'tunnel'>;

/** What `fetch` failed from: it puts errors of its own around it, which have no codes. */
export function causeOfFetch(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error) || depth > 5) return error;
  return typeof Reflect.get(error, 'code') === 'string' ? error : causeOfFetch(error.cause, depth + 1);
}

/**
 * What an error of `fetch` means.
 * @param error from {@link causeOfFetch}
 */
export function failureOfFetch(error: unknown, { begun, status, tunnel }: Seen): Failure {
  // The one answer that fetch does not hand out, whoever gave it.
  if (begun && status === 407) return { kind: 'proxy', reason: 'credentials', status };
  const refusal = tunnelStatus(error);
  if (refusal) return { kind: 'proxy', reason: refusal === 407 ? 'credentials' : 'status', status: refusal };
  // Node's parser asserts what an answer of a status below 100, or of many interim ones, does not hold.
  if (begun && error instanceof Error && Reflect.get(error, 'code') === 'ERR_ASSERTION')
    return { kind: 'notJson', status: 0, html: false };
  const failure = failureOf(error);
  const reason = begun || tunnel === 'none' ? undefined : proxyReason(failure, tunnel === 'asked');
  if (reason) return { kind: 'proxy', reason };
  // The connections are the editor's, so whoever closed them, it was not ourselves.
  return failure.kind === 'cancelled' ? { kind: 'connectionLost' } : failure;
}

/** What the proxy answered in place of a tunnel: undici has no code for it, and VS Code copies undici's words. */
function tunnelStatus(error: unknown): number | undefined {
  const status = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : Number(status);
}

/** Of a request that has not left while a tunnel for it was made. */
function proxyReason(failure: Failure, asked: boolean): ProxyReason | undefined {
  switch (failure.kind) {
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
      return failure.kind;
    case 'tls':
      // Once the proxy has been asked, the certificate is the service's.
      return asked && failure.code !== 'UND_ERR_PRX_TLS' ? undefined : 'tls';
    default:
      return undefined;
  }
}
