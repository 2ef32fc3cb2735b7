import type { Failure, TlsReason, ProxyReason } from '../common/serviceError';
import { ProxyError } from './proxy';
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
  // The client was closed, by nobody but ourselves.
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

/** What an error of Node or undici means, by its code: the texts of errors change, the codes do not. */
export function failureOf(error: unknown): Failure {
  // What came is not HTTP. undici's parser gives a code for some of its reasons only.
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
    // getaddrinfo's codes.
    if (code.startsWith('EAI_')) return { kind: 'nameNotFound' };
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$)/.test(code))
      return { kind: 'tls', reason: 'other', code };
  }
  return { kind: 'unknown', code: codes[0] ?? (error instanceof Error ? error.name : 'unknown') };
}

/** The codes of an error, of what caused it, and of the attempts it sums up (one per address of a name). */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > 5) return;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string') yield code;
  yield* codesOf(cause, depth + 1);
  if (Array.isArray(errors)) for (const each of errors.slice(0, 10)) yield* codesOf(each, depth + 1);
}

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
    case 'cancelled':
    case 'proxy':
    case 'timeout':
    case 'redirect':
    case 'status':
    case 'notJson':
    case 'unexpectedShape':
    case 'agentServer':
    case 'tooLarge':
    case 'invalidRequest':
    case 'unknown':
      return undefined;
  }
}
