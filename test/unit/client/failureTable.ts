import type { Failure } from '../../../src/client/serviceError';
import {
  answers,
  breaksCompression,
  drops,
  garbage,
  hugeHeaders,
  loginPage,
  refusesBody,
  truncatesJson,
  type Fault,
} from '../../service/faults';
import {
  badGateway,
  cloudRefusesKey,
  internalServerError,
  invalidToken,
  missingUserMessage,
  tooManyRequests,
  unreachableRepository,
} from '../../service/realServers';
import { says } from './ownFault';

const json = { 'content-type': 'application/json' };

/** Rows of which `fetch` doesn't return the status: how far the service got isn't known then. */
export const unreadByFetch: readonly string[] = [
  '407',
  "504 that can't be decompressed",
  "a response that isn't the gzip it claims to be",
];

/** What the service did, and what the client says of it, the same for every operation. */
export const failureTable: readonly [string, Fault, Failure][] = [
  [
    '400 with a message',
    answers(400, { status: 'error', message: 'No', msg_id: 'A$B' }),
    { kind: 'status', status: 400, messageId: 'A$B', text: 'No' },
  ],
  [
    'a missing user message',
    missingUserMessage(),
    {
      kind: 'status',
      status: 400,
      messageId: 'CONFIGURATION$MISSING_USER_MESSAGE',
      text: 'Missing initial user message',
    },
  ],
  ['401 of the cloud', cloudRefusesKey(), { kind: 'status', status: 401, text: 'NoCredentialsError' }],
  ['401 for tokens', invalidToken(), { kind: 'status', status: 401, text: 'Invalid token' }],
  [
    '401 for a repository',
    unreachableRepository('a/b', 401),
    { kind: 'status', status: 401, text: 'Unable to access repo a/b' },
  ],
  ['403 with nothing', answers(403), { kind: 'status', status: 403 }],
  [
    '404 as text',
    answers(404, 'nothing here', { 'content-type': 'text/plain' }),
    { kind: 'status', status: 404, text: 'nothing here' },
  ],
  ['405', answers(405, { detail: 'Method Not Allowed' }), { kind: 'status', status: 405, text: 'Method Not Allowed' }],
  [
    '407',
    answers(407, 'who are you', { 'proxy-authenticate': 'Basic' }),
    { kind: 'proxy', reason: 'credentials', status: 407 },
  ],
  ['409', answers(409, { error: { message: 'There is one' } }), { kind: 'status', status: 409, text: 'There is one' }],
  ['410', answers(410, {}), { kind: 'status', status: 410 }],
  [
    '413 while the body is on its way',
    refusesBody(),
    { kind: 'status', status: 413, text: 'Request Entity Too Large' },
  ],
  [
    '422',
    answers(422, {
      detail: [
        { type: 'missing', loc: ['body', 'mcp_config', 'sse_servers', 0, 'url'], msg: 'Field required', input: {} },
      ],
    }),
    { kind: 'status', status: 422, refusedFields: [{ path: 'mcp_config.sse_servers.0.url', type: 'missing' }] },
  ],
  [
    '429 with seconds',
    tooManyRequests(),
    { kind: 'status', status: 429, text: 'Too many requests', retryAfterSeconds: 1 },
  ],
  [
    '429 with a date in the past',
    tooManyRequests({ retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    { kind: 'status', status: 429, text: 'Too many requests', retryAfterSeconds: 0 },
  ],
  [
    '429 without a wait',
    tooManyRequests({ retryAfter: undefined }),
    { kind: 'status', status: 429, text: 'Too many requests' },
  ],
  [
    '429 with an endless wait',
    tooManyRequests({ retryAfter: '9'.repeat(400) }),
    { kind: 'status', status: 429, text: 'Too many requests' },
  ],
  [
    '429 with a negative wait',
    tooManyRequests({ retryAfter: '-5' }),
    { kind: 'status', status: 429, text: 'Too many requests' },
  ],
  [
    '429 with two waits',
    answers(429, {}, { 'retry-after': ['7', '9'] as unknown as string }),
    { kind: 'status', status: 429, retryAfterSeconds: 7 },
  ],
  ['500 as text', internalServerError(), { kind: 'status', status: 500, text: 'Internal Server Error' }],
  ['502 of a proxy', badGateway(502), { kind: 'status', status: 502 }],
  [
    '503 with two content types',
    answers(503, '<b>down</b>', { 'content-type': ['text/html', 'text/plain'] as unknown as string }),
    { kind: 'status', status: 503 },
  ],
  [
    "504 that can't be decompressed",
    answers(504, 'plain', { 'content-encoding': 'gzip' }),
    { kind: 'status', status: 504 },
  ],
  ['a login page', loginPage(), { kind: 'notJson', status: 200, html: true }],
  ['a page without a content type', answers(200, ' <!DOCTYPE html>'), { kind: 'notJson', status: 200, html: true }],
  ['text', answers(200, 'OK', { 'content-type': 'text/plain' }), { kind: 'notJson', status: 200, html: false }],
  ['nothing', answers(204), { kind: 'notJson', status: 204, html: false }],
  [
    "NaN, which isn't JSON",
    answers(200, '{"llm_api_key_set":true,"max_budget_per_task":NaN}', json),
    { kind: 'notJson', status: 200, html: false },
  ],
  ['half of the JSON', truncatesJson(), { kind: 'notJson', status: 200, html: false }],
  [
    "a response that isn't the gzip it claims to be",
    breaksCompression(),
    { kind: 'notJson', status: 200, html: false },
  ],
  ["a response that isn't HTTP", garbage(), { kind: 'notJson', status: 0, html: false }],
  [
    'an upgrade',
    says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    { kind: 'connectionLost' },
  ],
  ['more headers than a client accepts', hugeHeaders(64 * 1024), { kind: 'notJson', status: 0, html: false }],
  ['less than announced', says('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}'), { kind: 'connectionLost' }],
  [
    'chunks without an end',
    says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    { kind: 'connectionLost' },
  ],
  ['a lost connection after the request', drops('afterBody'), { kind: 'connectionLost' }],
  ['a reset after the request', drops('afterBody', { reset: true }), { kind: 'connectionLost' }],
  ['a lost connection after acting', drops('afterPerforming'), { kind: 'connectionLost' }],
  ['a lost connection in the middle of the headers', drops('midHeaders'), { kind: 'connectionLost' }],
  ['a lost connection in the middle of the body', drops('midBody'), { kind: 'connectionLost' }],
];
