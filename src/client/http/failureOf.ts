import type { Failure, TlsReason } from '../serviceError';
import { fetchTimeoutSeconds } from '../network';
import { ProxyError } from './proxyTunnel';

type ConnectionFailure = 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost';

const connectionFailures: Readonly<Record<string, ConnectionFailure>> = {
  ENOTFOUND: 'nameNotFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EAFNOSUPPORT: 'unreachable',
  // A firewall on this machine.
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'connectionLost',
  ECONNABORTED: 'connectionLost',
  EPIPE: 'connectionLost',
  UND_ERR_SOCKET: 'connectionLost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connectionLost',
  UND_ERR_CLOSED: 'connectionLost',
  UND_ERR_DESTROYED: 'connectionLost',
};

const tlsReasons: Readonly<Record<string, TlsReason>> = {
  UNABLE_TO_GET_ISSUER_CERT: 'unknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownIssuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongName',
  ERR_SSL_WRONG_VERSION_NUMBER: 'notTls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'notTls',
  ERR_SSL_HTTP_REQUEST: 'notTls',
};

/** The failure that an error of Node, undici or `fetch` stands for, by its code: messages change, codes don't. */
export function failureOf(error: unknown): Failure {
  const codes: string[] = [];
  for (const one of errorsIn(error)) {
    // The response isn't HTTP. undici's parser has codes only for some of its errors.
    if (/^(HTTPParser|HeadersOverflow)Error$/.test(one.name)) return { kind: 'notJson', status: 0, html: false };
    if (one instanceof ProxyError)
      return { kind: 'proxy', reason: one.reason, ...(one.status !== undefined && { status: one.status }) };
    // A proxy that VS Code's `fetch` found rejected the request. Only the message, which is undici's, tells.
    const status = Number(/^Proxy response \((\d{3})\)/.exec(one.message)?.[1]);
    if (status) return { kind: 'proxy', reason: status === 407 ? 'credentials' : 'status', status };
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === 'string') codes.push(code);
  }
  for (const code of codes) {
    const reason = tlsReasons[code];
    if (reason) return { kind: 'tls', reason, code };
    const kind = connectionFailures[code];
    // An address of the host that this machine can't reach, such as one in IPv6, says less than one that answers.
    if (kind) return { kind: kind === 'unreachable' && codes.includes('ECONNREFUSED') ? 'refused' : kind };
    if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) return { kind: 'timeout', seconds: fetchTimeoutSeconds };
    // Codes of getaddrinfo.
    if (code.startsWith('EAI_')) return { kind: 'nameNotFound' };
    if (/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$)/.test(code))
      return { kind: 'tls', reason: 'other', code };
  }
  return { kind: 'unknown', code: codes[0] ?? (error instanceof Error ? error.name : 'unknown') };
}

/** An error, its causes, and the errors of each attempt, if a name has several addresses. */
function* errorsIn(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 5) return;
  yield error;
  yield* errorsIn(error.cause, depth + 1);
  if (error instanceof AggregateError) for (const each of error.errors.slice(0, 10)) yield* errorsIn(each, depth + 1);
}
