import type * as z from 'zod/mini';
import { isRecord, parseJson } from '../../base/json';
import { urlOf } from '../../base/url';
import { redacted, type Redactor } from '../../base/redactor';
import { hideByShape } from '../../base/secretShapes';
import { apiNames, apis, type ApiName } from '../apis/registry';
import type { ForeignAnswer, ServiceApi } from '../apis/serviceApi';
import { readServerMessage } from '../serverText';
import type { Call, Failure } from '../serviceError';
import { retryAfter } from './retries';
import { answerError, unexpectedShape } from '../makeServiceError';
import type { TransportResponse } from './transport';

/** @throws {ServiceError} if the status, the content type, or the shape of the answer isn't as expected */
export function readAnswer<T>(
  response: TransportResponse,
  schema: z.ZodMiniType<T>,
  call: Call,
  redactor: Redactor,
): T {
  const failure = redirectOf(response, call.url, redactor) ?? rejectionOf(response, call.url, redactor);
  if (failure) throw answerError(call, failure);
  if (hasTooManyValues(response.text))
    throw answerError(call, { kind: 'unexpectedShape', field: '', expected: 'of fewer values' });
  const body = parseJson(response.text);
  if (body === undefined) throw answerError(call, { kind: 'notJson', status: response.status, html: isHtml(response) });
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { status } = response;
  const api = apiOfAnswer({ status, body });
  if (api !== undefined) throw answerError(call, { kind: 'otherApi', status, api });
  throw unexpectedShape(call, result.error);
}

/** Reports the target of a redirect without its query, which often contains tokens. */
function redirectOf({ status, headers }: TransportResponse, from: URL, redactor: Redactor): Failure | undefined {
  if (status < 300 || status > 399) return undefined;
  const location = firstValue(headers['location']);
  const to = location ? urlOf(location, from.href) : undefined;
  if (!to || !/^https?:$/.test(to.protocol)) return { kind: 'redirect', status, location: '' };
  const path = redactor.detects(to.pathname) ? `/${redacted}` : hideByShape(to.pathname, redacted);
  // Square brackets in an origin are those around an IPv6 address.
  const origin = percentEncoded(redactor.withhold(to.origin), /[()$`]/g);
  return { kind: 'redirect', status, location: (origin + withEncodedMarkup(path)).slice(0, 200) };
}

/** A path may contain unescaped brackets, which VS Code would turn into links and icons. */
function withEncodedMarkup(path: string): string {
  const pieces = path.split(redacted).map((piece) => percentEncoded(piece, /[[\]()$`]/g));
  return pieces.join(redacted);
}

function percentEncoded(text: string, signs: RegExp): string {
  return text.replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function rejectionOf(response: TransportResponse, { protocol }: URL, redactor: Redactor): Failure | undefined {
  const { status, text } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status === 407) return { kind: 'proxy', reason: 'credentials', status };
  const body = hasTooManyValues(text) ? undefined : parseJson(text);
  const plain = isHtml(response) ? '' : text;
  const message = readServerMessage(body === undefined ? plain : body, redactor);
  const { rejectedFields } = message;
  const api = apiOfAnswer({ status, ...(rejectedFields && { rejectedFields }) });
  if (api !== undefined) return { kind: 'otherApi', status, api };
  const wait = retryAfter(response);
  return {
    kind: 'status',
    status,
    ...message,
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...((isRejectedByGateway(response, body) || isFromGateway(status, body)) && { isGateway: true as const }),
    ...(protocol === 'http:' && isAboutTls(response) && { needsTls: true as const }),
  };
}

/**
 * Services reject a key in JSON that says so, without naming a way to sign in. Other rejections come from a proxy or CDN in
 * front. oauth2-proxy answers a request for JSON with an empty record.
 */
function isRejectedByGateway(response: TransportResponse, body: unknown): boolean {
  const { status, headers } = response;
  if (status !== 401 && status !== 403) return false;
  if (isRecord(body) && Object.keys(body).length === 0) return true;
  return isHtml(response) || headers['www-authenticate'] !== undefined || headers['cf-mitigated'] !== undefined;
}

/** The words of nginx, Apache, Go, and Tomcat about a request over http to a port with TLS. Other servers say nothing. */
function isAboutTls({ status, text }: TransportResponse): boolean {
  if (status !== 400) return false;
  return /HTTP request (?:was sent )?to (?:an )?HTTPS (?:port|server)|plain HTTP to an SSL-enabled|requires TLS/i.test(
    text,
  );
}

/** A service uses 502 and 504, too, if its agent doesn't answer, but then its answer is JSON. The others are Cloudflare's. */
function isFromGateway(status: number, body: unknown): boolean {
  if (status === 502 || status === 504) return body === undefined;
  return (status >= 520 && status <= 527) || status === 530;
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Twice as many as ten thousand MCP servers have, with their arguments and variables. */
const maxValues = 200_000;

function hasTooManyValues(text: string): boolean {
  return /^\s*[[{]/.test(text) && hasMoreValuesThan(maxValues, text);
}

function isHtml({ headers, text }: TransportResponse): boolean {
  return (
    /\bx?html\b/i.test(firstValue(headers['content-type']) ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text)
  );
}

/** The API that answers requests of other APIs like this; `undefined` if it can't be told. */
function apiOfAnswer(answer: ForeignAnswer): ApiName | undefined {
  return apiNames.find((name) => (apis[name] as ServiceApi).recognizes?.(answer));
}

/**
 * True if a JSON text contains more than this many values, nested ones included. To be called before parsing: a few
 * megabytes of `[0,0,…]` become millions of values, which would fill the memory.
 */
export function hasMoreValuesThan(maxCount: number, json: string): boolean {
  if (json.length <= maxCount) return false;
  let values = 1;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') inText = !inText;
    else if (inText && sign === '\\') at++;
    else if (!inText && (sign === ',' || sign === '[' || sign === '{') && ++values > maxCount) return true;
  }
  return false;
}
