import type { OfKind } from '../base/kinds';
import type { ApiName } from './apis/registry';
import type { UnsupportedField } from './apis/startRules';
import type { Operation } from './client';
import type { Route } from './network';
import type { RefusedField } from './serverText';

export type TlsReason = 'unknownIssuer' | 'selfSigned' | 'expired' | 'wrongName' | 'other';

/** Why the proxy failed: on the way to it, because it rejected the request, or because its URL isn't valid. */
export type ProxyReason =
  'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'tls' | 'credentials' | 'status' | 'badAddress';

/** Cause of an error, without its sentence. Nothing here contains a key, a header, a query or a request body. */
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
      readonly refusedFields?: readonly RefusedField[];
      readonly retryAfterSeconds?: number;
      /**
       * The answer is that of something in front of the service: it wants a sign-in of its own (401, 403), or the service
       * didn't respond to it (502, 504).
       */
      readonly isGateway?: true;
    }
  /** A successful status, but no JSON: a login page, a proxy's message, a newer service's front page. */
  | { readonly kind: 'notJson'; readonly status: number; readonly html: boolean }
  /** JSON that doesn't fit the interface; `field` is the path of the first field that doesn't, empty for the whole. */
  | { readonly kind: 'unexpectedShape'; readonly field: string; readonly expected: string }
  /** The service has another API at the same path. */
  | { readonly kind: 'otherApi'; readonly status: number; readonly api: ApiName }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  /** The request can't be sent as it is; nothing left this machine. */
  | { readonly kind: 'invalidRequest'; readonly field: string; readonly expected: string }
  /** The service's API doesn't take a field of the request; nothing left this machine. */
  | ({ readonly kind: 'unsupportedField' } & UnsupportedField)
  | { readonly kind: 'unknown'; readonly code: string };

/** Public data of a call: never its key, its query or its body. */
export interface ServiceCall {
  readonly operation: Operation;
  readonly baseUrl: string;
  /** Origin and path. */
  readonly address: string;
  /** A direct connection if not set. */
  readonly route?: Route;
}

/**
 * The only error type of calls to the service. Its message is for logs: operation, URL, kind, and the service's own
 * message in a form that can be shown; never any of our content.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly operation: Operation;
  /** `{base_url}` of the interface, where the service's own pages are. */
  readonly baseUrl: string;
  /** Origin and path of the call. */
  readonly address: string;
  readonly failure: Failure;
  readonly route: Route;
  /** The request had begun to leave this machine: the service may have acted on it. */
  readonly sent: boolean;

  constructor({ operation, baseUrl, address, route }: ServiceCall, failure: Failure, sent: boolean, cause?: unknown) {
    const what = [failure.kind, detailOf(failure), ...wordsOf(failure)].filter(Boolean).join(' ');
    super(`${operation} at ${address}: ${what}`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.baseUrl = baseUrl;
    this.address = address;
    this.route = route ?? { kind: 'direct' };
    this.failure = failure;
    this.sent = sent;
  }
}

/** Other details of a failure: numbers, codes, and names of fields, but nothing that the service says. */
export function detailOf(failure: Failure): string | undefined {
  // Deeper in the path there may be names that the user gave to servers or variables.
  if ('field' in failure) return /^\w+/.exec(failure.field)?.[0];
  if (failure.kind === 'timeout') return `${failure.seconds} s`;
  if (failure.kind === 'otherApi') return undefined;
  const known = [
    'reason' in failure && failure.reason,
    'status' in failure && failure.status,
    'code' in failure && failure.code,
  ];
  return known.filter((one) => one !== false).join(' ') || undefined;
}

/** Details for the log only: the service's message, its objections to each field, and the target of a redirect. */
function wordsOf(failure: Failure): readonly string[] {
  if (failure.kind === 'redirect') return [`to ${failure.location || 'nowhere'}`];
  if ('expected' in failure) return [`(${failure.field || 'response'} must be ${failure.expected})`];
  if (failure.kind !== 'status') return [];
  const { text, messageId, refusedFields = [] } = failure;
  const said = text ?? refusedFields.map(({ path, type }) => `${path} [${type}]`).join('; ');
  return [...(messageId ? [messageId] : []), ...(said ? [`(${said})`] : [])];
}

/** Consequences of a kind of failure, apart from the words that explain it. */
interface Consequences<Its> {
  readonly isNotOffered: (failure: Its) => boolean;
  readonly mayHaveStarted: (failure: Its) => boolean;
}

const always = () => true;
const never = () => false;

/** Nobody knows how far the service got, and the next request may succeed. */
const passing = { isNotOffered: never, mayHaveStarted: always } as const;
/** Nothing left this machine. */
const unsent = { isNotOffered: always, mayHaveStarted: never } as const;
/** Something else than the service may have answered. */
const strange = { isNotOffered: always, mayHaveStarted: always } as const;

/** Statuses of a service that doesn't have an operation, or no longer has it. */
const withoutOperation: readonly number[] = [404, 405, 410, 501];

/** Rejections that are about the moment: too slow, too early, too many. */
const momentary: readonly number[] = [408, 425, 429];

const consequences: { readonly [Kind in Failure['kind']]: Consequences<FailureOf<Kind>> } = {
  nameNotFound: passing,
  refused: passing,
  unreachable: passing,
  connectionLost: passing,
  cancelled: passing,
  timeout: passing,
  tls: passing,
  tooLarge: passing,
  unknown: passing,
  proxy: { isNotOffered: never, mayHaveStarted: never },
  invalidRequest: unsent,
  unsupportedField: unsent,
  notJson: strange,
  unexpectedShape: strange,
  status: {
    isNotOffered: ({ status }) => withoutOperation.includes(status),
    // 408 and 5xx come from an intermediary, or from a service that failed at an unknown point.
    mayHaveStarted: ({ status }) => status >= 500 || status === 408 || status < 400,
  },
  redirect: {
    isNotOffered: always,
    // 303 points to a result, and the others (300, 304, 305) say nothing about the request.
    mayHaveStarted: ({ status }) => ![301, 302, 307, 308].includes(status),
  },
  otherApi: {
    isNotOffered: always,
    // Recognized by its rejection of our request, or by a record of its own with a successful status.
    mayHaveStarted: ({ status }) => status < 400,
  },
};

export type FailureOf<Kind> = OfKind<Failure, Kind>;

/** The kind and its failure belong together, which union types can't express. */
function consequencesOf({ kind }: Failure): Consequences<Failure> {
  return consequences[kind] as Consequences<Failure>;
}

/**
 * The status of a response whose explanation includes the service's own text or redirect target; `undefined` if the
 * text is all ours.
 */
export function statusOfTheirWords(failure: Failure): number | undefined {
  return failure.kind === 'status' || failure.kind === 'redirect' ? failure.status : undefined;
}

/**
 * True if the same request will fail in the same way until the service, its URL or what is in front of it changes: it
 * doesn't have the operation, or something else responds in its place.
 */
export function isNotOffered({ failure }: ServiceError): boolean {
  return consequencesOf(failure).isNotOffered(failure);
}

/**
 * True if the next request would fail, too: the operation isn't offered, or the service rejects it, for instance because
 * of the key.
 */
export function isLasting(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { failure } = error;
  const status = failure.kind === 'status' ? failure.status : 0;
  return isNotOffered(error) || (status >= 400 && status < 500 && !momentary.includes(status));
}

/** Seconds after which the service wants to be asked again, if it says so. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof ServiceError && error.failure.kind === 'status' ? error.failure.retryAfterSeconds : undefined;
}

/**
 * True if a start that ended in this error may have created a conversation. Once the request has left, only a response
 * status can rule that out (RFC 9110): a rejection (4xx), or that the operation is somewhere else (301, 302, 307, 308).
 * A successful status says that something was done, whatever came with it: a login page may hide the service's
 * response.
 */
export function mayHaveStarted({ sent, failure }: ServiceError): boolean {
  return sent && consequencesOf(failure).mayHaveStarted(failure);
}
