import type { Failure, TlsReason } from '../common/serviceError';
import { ProxyError, proxyReasonOf } from './proxy';
import type { RequestWatch } from './requestWatch';

type Connection = 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'cancelled';

const connection: Readonly<Record<string, Connection>> = {
  ENOTFOUND: 'nameNotFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'connectionLost',
  ECONNABORTED: 'connectionLost',
  EPIPE: 'connectionLost',
  UND_ERR_SOCKET: 'connectionLost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connectionLost',
  // The client was closed, and only we can do that.
  UND_ERR_CLOSED: 'cancelled',
  UND_ERR_DESTROYED: 'cancelled',
};

const certificate: Readonly<Record<string, TlsReason>> = {
  UNABLE_TO_GET_ISSUER_CERT: 'unknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownIssuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongName',
};

/** Meaning of an error of Node or undici, by its code: error messages change, codes don't. */
export function failureOf(error: unknown): Failure {
  // The response isn't HTTP. undici's parser has a code for some of its reasons only.
  if (error instanceof Error && /^(HTTPParser|HeadersOverflow)Error$/.test(error.name))
    return { kind: 'notJson', status: 0, html: false };
  if (error instanceof ProxyError)
    return { kind: 'proxy', reason: error.reason, ...(error.status !== undefined && { status: error.status }) };
  const codes = [...codesOf(error)];
  for (const code of codes) {
    const reason = certificate[code];
    if (reason) return { kind: 'tls', reason, code };
    const kind = connection[code];
    if (kind) return { kind };
    // Codes of getaddrinfo.
    if (code.startsWith('EAI_')) return { kind: 'nameNotFound' };
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$)/.test(code))
      return { kind: 'tls', reason: 'other', code };
  }
  return { kind: 'unknown', code: codes[0] ?? (error instanceof Error ? error.name : 'unknown') };
}

/** The codes of an error, of its causes, and of the attempts it sums up (one per address of a name). */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > 5) return;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string') yield code;
  yield* codesOf(cause, depth + 1);
  if (Array.isArray(errors)) for (const each of errors.slice(0, 10)) yield* codesOf(each, depth + 1);
}

type Seen = Pick<RequestWatch, 'begun' | 'status' | 'tunnel'>;

/** The actual cause of a `fetch` failure: it's wrapped in errors of its own, which have no codes. */
export function causeOfFetch(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error) || depth > 5) return error;
  return typeof Reflect.get(error, 'code') === 'string' ? error : causeOfFetch(error.cause, depth + 1);
}

/**
 * Meaning of an error of `fetch`.
 * @param error from {@link causeOfFetch}
 */
export function failureOfFetch(error: unknown, { begun, status, tunnel }: Seen): Failure {
  // The only status that fetch doesn't return, whoever sent it.
  if (begun && status === 407) return { kind: 'proxy', reason: 'credentials', status };
  const refusal = tunnelStatus(error);
  if (refusal) return { kind: 'proxy', reason: refusal === 407 ? 'credentials' : 'status', status: refusal };
  // Node's parser has assertions that fail on an answer with a status below 100, or with many interim ones.
  if (begun && error instanceof Error && Reflect.get(error, 'code') === 'ERR_ASSERTION')
    return { kind: 'notJson', status: 0, html: false };
  const failure = failureOf(error);
  // Once the tunnel has been requested, the certificate is the service's.
  const isOfService = failure.kind === 'tls' && tunnel === 'asked' && failure.code !== 'UND_ERR_PRX_TLS';
  const reason = begun || tunnel === 'none' || isOfService ? undefined : proxyReasonOf(failure);
  if (reason) return { kind: 'proxy', reason };
  // The connections are the editor's, so they weren't closed by us.
  return failure.kind === 'cancelled' ? { kind: 'connectionLost' } : failure;
}

/** The proxy's status in place of a tunnel: undici has no code for it, and VS Code copies undici's text. */
function tunnelStatus(error: unknown): number | undefined {
  const status = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : Number(status);
}
