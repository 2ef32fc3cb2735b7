import type { OfKind } from '../base/kinds';
import type { ApiName } from './apis/registry';
import type { UnsupportedField } from './apis/serviceApi';
import type { Operation } from './client';
import type { Route } from './network';
import type { RejectedField } from './serverText';

/** `notTls`: the server doesn't speak TLS. */
export type TlsReason = 'unknownIssuer' | 'selfSigned' | 'expired' | 'wrongName' | 'notTls' | 'other';

/** Why a proxy failed: it couldn't be reached, rejected the request, or has a URL that isn't valid. */
export type ProxyReason =
  'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'tls' | 'credentials' | 'status' | 'badAddress';

/** The cause of an error, without words for it. It never contains a key, a header, a query or a request body. */
export type Failure =
  | { readonly kind: 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'cancelled' }
  | { readonly kind: 'tls'; readonly reason: TlsReason; readonly code: string }
  /** Nothing reached the service. `status` is the proxy's own, if it sent one. */
  | { readonly kind: 'proxy'; readonly reason: ProxyReason; readonly status?: number }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** `location` is the redirect's target: origin and path, or empty if there was none. */
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly text?: string;
      readonly messageId?: string;
      readonly rejectedFields?: readonly RejectedField[];
      readonly retryAfterSeconds?: number;
      /**
       * The answer comes from something in front of the service, which requires a sign-in (401, 403) or got no response
       * from the service (502, 504, and those of Cloudflare).
       */
      readonly isGateway?: true;
      /** The server rejects requests over http, because it uses TLS. */
      readonly needsTls?: true;
    }
  /** A successful status without JSON: a sign-in page, a proxy's message, or a newer service's front page. */
  | { readonly kind: 'notJson'; readonly status: number; readonly html: boolean }
  /** JSON of an unexpected shape. `field` is the path of the first wrong field, or empty for the answer as a whole. */
  | { readonly kind: 'unexpectedShape'; readonly field: string; readonly expected: string }
  /** The service has another API at the same path. */
  | { readonly kind: 'otherApi'; readonly status: number; readonly api: ApiName }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  /** The request can't be sent as it is; nothing left this machine. */
  | { readonly kind: 'invalidRequest'; readonly field: string; readonly expected: string }
  /** The service's API doesn't take a field of the request; nothing left this machine. */
  | ({ readonly kind: 'unsupportedField' } & UnsupportedField)
  | { readonly kind: 'unknown'; readonly code: string };

/** The facts about a call that can be shown: never its key, its query or its body. */
export interface CallFacts {
  readonly operation: Operation;
  readonly baseUrl: string;
  /** Origin and path. */
  readonly address: string;
  /** A direct connection if not set. */
  readonly route?: Route;
}

export interface Call extends CallFacts {
  readonly url: URL;
}

/** How far a failed request got. */
export interface Progress {
  /** The request had begun to leave this machine: the service may have acted on it. */
  readonly sent: boolean;
  /** At least the headers of an answer had arrived. */
  readonly answered?: boolean;
  readonly cause?: unknown;
}

/**
 * The only error type of calls to the service. Its message is for the log: operation, URL, kind, and the service's message
 * in a form that can be shown, but nothing that was sent.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly operation: Operation;
  /** `{base_url}` of the interface, where the service's own pages are. */
  readonly baseUrl: string;
  readonly address: string;
  readonly failure: Failure;
  readonly route: Route;
  /** See {@link Progress}. */
  readonly sent: boolean;
  readonly answered: boolean;

  constructor(
    { operation, baseUrl, address, route }: CallFacts,
    failure: Failure,
    { sent, answered = false, cause }: Progress,
  ) {
    const what = [failure.kind, detailOf(failure), ...logDetailsOf(failure)].filter(Boolean).join(' ');
    super(`${operation} at ${address}: ${what}`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.baseUrl = baseUrl;
    this.address = address;
    this.route = route ?? { kind: 'direct' };
    this.failure = failure;
    this.sent = sent;
    this.answered = answered;
  }
}

/** Details of a failure that are safe to share: numbers, codes and names of fields, but no texts of the service. */
export function detailOf(failure: Failure): string | undefined {
  // Only the first name of the path: deeper ones may be the user's own names of servers or variables.
  if ('field' in failure) return /^\w+/.exec(failure.field)?.[0];
  if (failure.kind === 'timeout') return `${failure.seconds} s`;
  if (failure.kind === 'otherApi') return undefined;
  const known = [
    'reason' in failure && failure.reason,
    'status' in failure && failure.status,
    'code' in failure && failure.code,
  ];
  return known.filter((detail) => detail !== false).join(' ') || undefined;
}

/** Details for the log only: the service's message, the rejected fields, and the target of a redirect. */
function logDetailsOf(failure: Failure): readonly string[] {
  if (failure.kind === 'redirect') return [`to ${failure.location || 'nowhere'}`];
  if ('expected' in failure) return [`(${failure.field || 'response'} must be ${failure.expected})`];
  if (failure.kind !== 'status') return [];
  const { text, messageId, rejectedFields = [] } = failure;
  const message = text ?? rejectedFields.map(({ path, type }) => `${path} [${type}]`).join('; ');
  return [...(messageId ? [messageId] : []), ...(message ? [`(${message})`] : [])];
}

/** Conclusions from a kind of failure, see the functions of the same names below. */
interface Consequences<Kind> {
  readonly isNotOffered: (failure: Kind) => boolean;
  readonly mayHaveStarted: (failure: Kind) => boolean;
}

const always = () => true;
const never = () => false;

/** The service may or may not have acted on the request, and the next request may succeed. */
const temporary = { isNotOffered: never, mayHaveStarted: always } as const;
/** Nothing left this machine. */
const notSent = { isNotOffered: always, mayHaveStarted: never } as const;
/** The answer may come from something other than the service. */
const notFromService = { isNotOffered: always, mayHaveStarted: always } as const;

const statusesWithoutOperation: readonly number[] = [404, 405, 410, 501];

/** Rejections that a later request may not meet: too slow, too early, too many. */
const temporaryRejections: readonly number[] = [408, 425, 429];

const consequences: { readonly [Kind in Failure['kind']]: Consequences<FailureOf<Kind>> } = {
  nameNotFound: temporary,
  refused: temporary,
  unreachable: temporary,
  connectionLost: temporary,
  cancelled: temporary,
  timeout: temporary,
  tls: temporary,
  tooLarge: temporary,
  unknown: temporary,
  proxy: { isNotOffered: never, mayHaveStarted: never },
  invalidRequest: notSent,
  unsupportedField: notSent,
  notJson: notFromService,
  unexpectedShape: notFromService,
  status: {
    isNotOffered: ({ status }) => statusesWithoutOperation.includes(status),
    // 408 and 5xx come from a gateway, or from a service that failed at an unknown point.
    mayHaveStarted: ({ status }) => status >= 500 || status === 408 || status < 400,
  },
  redirect: {
    isNotOffered: always,
    // Only the listed statuses redirect the request itself. 303 points to a result, and 300, 304 and 305 say nothing about the request.
    mayHaveStarted: ({ status }) => ![301, 302, 307, 308].includes(status),
  },
  otherApi: {
    isNotOffered: always,
    // Another API either rejected the request (4xx), or accepted it and returned a record of its own.
    mayHaveStarted: ({ status }) => status < 400,
  },
};

export type FailureOf<Kind> = OfKind<Failure, Kind>;

/** The cast is safe because the table has each kind's own functions, which TypeScript can't express for a union. */
function consequencesOf({ kind }: Failure): Consequences<Failure> {
  return consequences[kind] as Consequences<Failure>;
}

/**
 * The status of a response whose explanation contains a text or a redirect target of the service; `undefined` if the
 * explanation is entirely the extension's.
 */
export function statusWithServiceText(failure: Failure): number | undefined {
  return failure.kind === 'status' || failure.kind === 'redirect' ? failure.status : undefined;
}

/**
 * True if the service doesn't have the operation, or something else responds in its place. The same request will fail
 * until the service, its URL, or what is in front of it changes.
 */
export function isNotOffered({ failure }: ServiceError): boolean {
  return consequencesOf(failure).isNotOffered(failure);
}

/**
 * True if the next request would fail as well: the operation isn't offered, or the service rejects it, for instance
 * because of the key.
 */
export function isLasting(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { failure } = error;
  const status = failure.kind === 'status' ? failure.status : 0;
  return isNotOffered(error) || (status >= 400 && status < 500 && !temporaryRejections.includes(status));
}

/** Seconds to wait before the next request, if the service asks for that. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof ServiceError && error.failure.kind === 'status' ? error.failure.retryAfterSeconds : undefined;
}

/**
 * True if a start that failed with this error may have created a conversation. Once the request has left, only two
 * answers rule that out (RFC 9110): a rejection (4xx), or a redirect of the request (301, 302, 307, 308). A successful
 * status doesn't, even if a sign-in page came with it: it may hide the service's answer.
 */
export function mayHaveStarted({ sent, failure }: ServiceError): boolean {
  return sent && consequencesOf(failure).mayHaveStarted(failure);
}
