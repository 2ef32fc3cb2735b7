import type { Failure, TlsReason } from '../domain/serviceError';

const connection: Readonly<Record<string, 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost'>> = {
  ENOTFOUND: 'nameNotFound',
  EAI_AGAIN: 'nameNotFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'connectionLost',
  ECONNABORTED: 'connectionLost',
  EPIPE: 'connectionLost',
  UND_ERR_SOCKET: 'connectionLost',
  UND_ERR_CLOSED: 'connectionLost',
  UND_ERR_DESTROYED: 'cancelled' as 'connectionLost',
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
export function failureOf(error: unknown, timeoutSeconds: number): Failure {
  const codes = [...codesOf(error)];
  for (const code of codes) {
    const reason = certificate[code];
    if (reason) return { kind: 'tls', reason, code };
    const kind = connection[code];
    if (kind) return { kind };
    if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
      return { kind: 'timeout', seconds: timeoutSeconds };
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_)/.test(code)) return { kind: 'tls', reason: 'other', code };
    // A broken answer: undici's parser gave up (HPE_…), or a compressed body did not decompress (Z_…).
    if (/^(HPE_|Z_|ERR_BUFFER_TOO_LARGE)/.test(code)) return { kind: 'notJson', status: 0, html: false };
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
