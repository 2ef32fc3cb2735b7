import type * as z from 'zod/mini';
import { jsonIn } from '../../base/json';
import { urlOf } from '../../base/url';
import { redacted, type Redactor } from '../../base/redactor';
import { hideByShape } from '../../base/secretShapes';
import { apiNames, apis, type ApiName } from '../apis/registry';
import type { ForeignAnswer, ServiceApi } from '../apis/serviceApi';
import { readServerWords } from '../serverText';
import type { Failure, ServiceCall } from '../serviceError';
import { retryAfter } from './repeatedRead';
import { answered, unexpectedShape } from '../makeServiceError';
import type { TransportResponse } from './transport';

export interface Call extends ServiceCall {
  readonly url: URL;
}

/**
 * The answer as a record of the interface.
 * @throws {ServiceError} by status, by content type, by shape
 */
export function readAnswer<T>(
  response: TransportResponse,
  schema: z.ZodMiniType<T>,
  call: Call,
  redactor: Redactor,
): T {
  const failure = redirectOf(response, call.url, redactor) ?? refusalOf(response, redactor);
  if (failure) throw answered(call, failure);
  if (isTooMuch(response.text))
    throw answered(call, { kind: 'unexpectedShape', field: '', expected: 'of fewer values' });
  const body = jsonIn(response.text);
  if (body === undefined) throw answered(call, { kind: 'notJson', status: response.status, html: isHtml(response) });
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { status } = response;
  const api = apiOfAnswer({ status, body });
  if (api !== undefined) throw answered(call, { kind: 'otherApi', status, api });
  throw unexpectedShape(call, result.error);
}

/** The redirect's target is reported without its query, which often contains tokens. */
function redirectOf({ status, headers }: TransportResponse, from: URL, redactor: Redactor): Failure | undefined {
  if (status < 300 || status > 399) return undefined;
  const location = first(headers['location']);
  const to = location ? urlOf(location, from.href) : undefined;
  if (!to || !/^https?:$/.test(to.protocol)) return { kind: 'redirect', status, location: '' };
  const path = redactor.repeats(to.pathname) ? `/${redacted}` : hideByShape(to.pathname, redacted);
  return { kind: 'redirect', status, location: withoutSigns(redactor.withhold(to.origin) + path).slice(0, 200) };
}

/** A URL may contain unescaped brackets, which VS Code would turn into links and icons. */
function withoutSigns(address: string): string {
  const encode = (text: string) => text.replace(/[[\]()$`]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return address.split(redacted).map(encode).join(redacted);
}

function refusalOf(response: TransportResponse, redactor: Redactor): Failure | undefined {
  const { status, text } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status === 407) return { kind: 'proxy', reason: 'credentials', status };
  const body = isTooMuch(text) ? undefined : jsonIn(text);
  const plain = isHtml(response) ? '' : text;
  const words = readServerWords(body === undefined ? plain : body, redactor);
  const { refusedFields } = words;
  const api = apiOfAnswer({ status, ...(refusedFields && { refusedFields }) });
  if (api !== undefined) return { kind: 'otherApi', status, api };
  const wait = retryAfter(response);
  return {
    kind: 'status',
    status,
    ...words,
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...((isRefusedByGateway(response) || isGatewaysOwn(status, body)) && { isGateway: true as const }),
  };
}

/** Services reject a key in JSON, and name no way to sign in: what does is a proxy, a CDN or a sign-in in front of them. */
function isRefusedByGateway(response: TransportResponse): boolean {
  const { status, headers } = response;
  if (status !== 401 && status !== 403) return false;
  return isHtml(response) || headers['www-authenticate'] !== undefined || headers['cf-mitigated'] !== undefined;
}

/** A service that got no answer from its agent says so in JSON, with the same status as a gateway in front of it. */
function isGatewaysOwn(status: number, body: unknown): boolean {
  return (status === 502 || status === 504) && body === undefined;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Ten thousand MCP servers with their arguments and variables are half as many. */
const maxValues = 200_000;

function isTooMuch(text: string): boolean {
  return /^\s*[[{]/.test(text) && holdsMoreThan(maxValues, text);
}

function isHtml({ headers, text }: TransportResponse): boolean {
  return /\bx?html\b/i.test(first(headers['content-type']) ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text);
}

/** The API that gives such answers to the requests of others; `undefined` if none is known to. */
function apiOfAnswer(answer: ForeignAnswer): ApiName | undefined {
  return apiNames.find((name) => (apis[name] as ServiceApi).isAnswer?.(answer));
}

/**
 * True if a JSON text contains more than this many values, nested ones included. Checked before it is parsed: a few
 * megabytes of `[0,0,…]` make millions of values, and the objects made from them fill the memory.
 */
export function holdsMoreThan(most: number, json: string): boolean {
  if (json.length <= most) return false;
  let values = 1;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') inText = !inText;
    else if (inText && sign === '\\') at++;
    else if (!inText && (sign === ',' || sign === '[' || sign === '{') && ++values > most) return true;
  }
  return false;
}
