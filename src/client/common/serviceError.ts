import type { Route } from './network';
import type { RefusedField } from './serverText';

/** The two operations of the interface (section 4). */
export type Operation = 'startConversation' | 'loadSettings';

export type TlsReason = 'unknownIssuer' | 'selfSigned' | 'expired' | 'wrongName' | 'other';

/** Where it ended at the proxy: on the way to it, by its own refusal, or because its address is none. */
export type ProxyReason =
  'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'tls' | 'credentials' | 'status' | 'badAddress';

/** What went wrong, as data; `ui` makes the sentence. Nothing here holds a key, a header, a query or a request body. */
export type Failure =
  | { readonly kind: 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'cancelled' }
  | { readonly kind: 'tls'; readonly reason: TlsReason; readonly code: string }
  /** Nothing reached the service. `status` is the proxy's own, where it gave one. */
  | { readonly kind: 'proxy'; readonly reason: ProxyReason; readonly status?: number }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** `location` is where the service pointed: origin and path, or empty when it did not say. */
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly text?: string;
      readonly messageId?: string;
      readonly refusedFields?: readonly RefusedField[];
      readonly retryAfterSeconds?: number;
    }
  /** A good status, but no JSON: a login page, a proxy's words, a newer service's front page. */
  | { readonly kind: 'notJson'; readonly status: number; readonly html: boolean }
  /** JSON that does not fit the interface; `field` is the path of the first field that does not, empty for the whole. */
  | { readonly kind: 'unexpectedShape'; readonly field: string; readonly expected: string }
  /** A service of another kind that has the same two paths. */
  | { readonly kind: 'agentServer'; readonly status: number }
  | { readonly kind: 'tooLarge'; readonly limitBytes: number }
  /** The request cannot be sent as it is; nothing left this machine. */
  | { readonly kind: 'invalidRequest'; readonly field: string; readonly expected: string }
  | { readonly kind: 'unknown'; readonly code: string };

/** What is told of a call: never its key, its query or its body. */
export interface ServiceCall {
  readonly operation: Operation;
  /** `{base_url}` of the interface. */
  readonly baseUrl: string;
  /** Origin and path. */
  readonly address: string;
  /** Straight to the service when it is not said. */
  readonly route?: Route;
}

/**
 * The one error of a call to the service. Its message is for logs: operation, address, kind, and the service's own words
 * in a form that is fit to show; never content of ours.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly operation: Operation;
  /** `{base_url}` of the interface: where the service's own pages are. */
  readonly baseUrl: string;
  /** Origin and path of the call. */
  readonly address: string;
  readonly failure: Failure;
  /** The way the call took. */
  readonly route: Route;
  /** The request had begun to leave this machine: the service may have acted on it. */
  readonly sent: boolean;

  constructor({ operation, baseUrl, address, route }: ServiceCall, failure: Failure, sent: boolean, cause?: unknown) {
    super(`${operation} at ${address}: ${describe(failure)}`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.baseUrl = baseUrl;
    this.address = address;
    this.route = route ?? { kind: 'direct' };
    this.failure = failure;
    this.sent = sent;
  }
}

function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'status':
      return [`status ${failure.status}`, ...wordsOf(failure)].join(' ');
    case 'tls':
      return `certificate: ${failure.reason} (${failure.code})`;
    case 'proxy':
      return `proxy: ${failure.reason}${failure.status ? ` (status ${failure.status})` : ''}`;
    case 'timeout':
      return `no response within ${failure.seconds} s`;
    case 'redirect':
      return `redirect ${failure.status} to ${failure.location || 'nowhere'}`;
    case 'unexpectedShape':
    case 'invalidRequest':
      return `${failure.kind}: ${failure.field || 'response'} must be ${failure.expected}`;
    case 'unknown':
      return failure.code;
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'cancelled':
    case 'notJson':
    case 'agentServer':
    case 'tooLarge':
      return failure.kind;
  }
}

/** What the service said, and what it has against each field. */
function wordsOf({ text, messageId, refusedFields = [] }: Extract<Failure, { kind: 'status' }>): string[] {
  const said = text ?? refusedFields.map(({ path, type, message }) => `${path}: ${message} [${type}]`).join('; ');
  return [...(messageId ? [messageId] : []), ...(said ? [`(${said})`] : [])];
}

/**
 * The status of an answer of which a person is told in words that the service made up, or where it pointed; `undefined`
 * where everything that is told is ours.
 */
export function statusOfTheirWords(failure: Failure): number | undefined {
  switch (failure.kind) {
    case 'status':
    case 'redirect':
      return failure.status;
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'cancelled':
    case 'tls':
    case 'proxy':
    case 'timeout':
    case 'notJson':
    case 'unexpectedShape':
    case 'agentServer':
    case 'tooLarge':
    case 'invalidRequest':
    case 'unknown':
      return undefined;
  }
}

/**
 * Whether a start that ended in this error may have left a conversation behind. Once the request has left, "no" needs an
 * answer that says so by its status (RFC 9110): a refusal (4xx), or that the operation is somewhere else (301, 302, 307,
 * 308). A good status says that something was done, whatever came with it: a login page may hide the service's answer.
 */
export function mayHaveStarted({ sent, failure }: ServiceError): boolean {
  if (!sent) return false;
  switch (failure.kind) {
    case 'status':
      // 408 and 5xx come from something on the way, or from a service that broke at an unknown point.
      return failure.status >= 500 || failure.status === 408 || failure.status < 400;
    case 'redirect':
      // 303 points to what came of it, and the others (300, 304, 305) say nothing about the request.
      return ![301, 302, 307, 308].includes(failure.status);
    case 'agentServer':
      // Its refusal of our request tells it, or a record of its own that came with a good status.
      return failure.status < 400;
    case 'proxy':
    case 'invalidRequest':
      return false;
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'cancelled':
    case 'timeout':
    case 'tls':
    case 'notJson':
    case 'unexpectedShape':
    case 'tooLarge':
    case 'unknown':
      return true;
  }
}
