import assert from 'node:assert/strict';
import type { Failure } from '../../../src/domain/serviceError';
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
  agentServer,
  badGateway,
  cloudRefusesKey,
  internalServerError,
  invalidToken,
  missingUserMessage,
  newerServer,
  tooManyRequests,
  unreachableRepository,
} from '../../service/realServers';
import { errorOf, fault, operationNames, operations, says, useService } from './fixture';

const json = { 'content-type': 'application/json' };

/** What the service did, and what the client says of it, the same for both operations. */
const answered: readonly [string, Fault, Failure][] = [
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
    {
      kind: 'status',
      status: 422,
      refusedFields: [{ path: 'mcp_config.sse_servers.0.url', type: 'missing', message: 'Field required' }],
    },
  ],
  [
    '429 with seconds',
    tooManyRequests(),
    { kind: 'status', status: 429, text: 'Too many requests', retryAfterSeconds: 1 },
  ],
  [
    '429 with a date that is over',
    tooManyRequests({ retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    { kind: 'status', status: 429, text: 'Too many requests', retryAfterSeconds: 0 },
  ],
  [
    '429 without',
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
    '504 that does not decompress',
    answers(504, 'plain', { 'content-encoding': 'gzip' }),
    { kind: 'status', status: 504 },
  ],
  ['a login page', loginPage(), { kind: 'notJson', status: 200, html: true }],
  ['a page without a content type', answers(200, ' <!DOCTYPE html>'), { kind: 'notJson', status: 200, html: true }],
  ['text', answers(200, 'OK', { 'content-type': 'text/plain' }), { kind: 'notJson', status: 200, html: false }],
  ['nothing', answers(204), { kind: 'notJson', status: 204, html: false }],
  [
    'NaN, which is no JSON',
    answers(200, '{"llm_api_key_set":true,"max_budget_per_task":NaN}', json),
    { kind: 'notJson', status: 200, html: false },
  ],
  ['half of the JSON', truncatesJson(), { kind: 'notJson', status: 200, html: false }],
  ['what is not the gzip it claims to be', breaksCompression(), { kind: 'notJson', status: 200, html: false }],
  ['what is no HTTP', garbage(), { kind: 'notJson', status: 0, html: false }],
  [
    'an upgrade',
    says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    { kind: 'connectionLost' },
  ],
  ['more headers than a client takes', hugeHeaders(64 * 1024), { kind: 'unknown', code: 'UND_ERR_HEADERS_OVERFLOW' }],
  ['less than was announced', says('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}'), { kind: 'connectionLost' }],
  [
    'chunks without their end',
    says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    { kind: 'connectionLost' },
  ],
  ['a lost connection after the request', drops('afterBody'), { kind: 'connectionLost' }],
  ['a reset after the request', drops('afterBody', { reset: true }), { kind: 'connectionLost' }],
  ['a lost connection after acting', drops('afterPerforming'), { kind: 'connectionLost' }],
  ['a lost connection amid the headers', drops('midHeaders'), { kind: 'connectionLost' }],
  ['a lost connection amid the body', drops('midBody'), { kind: 'connectionLost' }],
];

describe('client: failures after the request has left', () => {
  const fixture = useService();

  for (const name of operationNames) {
    for (const [what, theFault, failure] of answered) {
      it(`${name}: ${what}`, async () => {
        fixture.service.misbehave(name, theFault);
        const error = await errorOf(operations[name](fixture.connect()));
        assert.deepEqual(error.failure, failure);
        assert.deepEqual([error.sent, error.operation], [true, name]);
        assert.equal(fixture.service.requests.length, 1, 'sent once');
      });
    }

    it(`${name}: an agent server`, async () => {
      fixture.service.impersonate(agentServer);
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      assert.deepEqual([failure, sent], [{ kind: 'agentServer' }, true]);
    });

    it(`${name}: a key that is refused`, async () => {
      const { failure, sent } = await errorOf(operations[name](fixture.connect({ sessionKey: 'another' })));
      assert.deepEqual([failure, sent], [{ kind: 'status', status: 401, text: 'Unauthorized' }, true]);
    });
  }

  it('names the operation and the address, without anything else', async () => {
    fixture.service.misbehave('loadSettings', answers(500));
    const error = await errorOf(fixture.connect().loadSettings());
    assert.equal(error.address, `${fixture.service.url}/api/settings`);
    assert.equal(error.message, `loadSettings at ${fixture.service.url}/api/settings: status 500`);
  });

  it('knows a newer server by its refusal and its page', async () => {
    fixture.service.impersonate(newerServer);
    const client = fixture.connect();
    const start = await errorOf(client.startConversation({}));
    assert.deepEqual(start.failure, { kind: 'status', status: 405, text: 'Method Not Allowed' });
    const load = await errorOf(client.loadSettings());
    assert.deepEqual(load.failure, { kind: 'notJson', status: 200, html: true });
  });

  it('tells settings that were never saved by their words', async () => {
    fixture.service.setSettings(undefined);
    const { failure } = await errorOf(fixture.connect().loadSettings());
    assert.deepEqual(failure, { kind: 'status', status: 404, text: 'Settings not found' });
  });

  it('counts the seconds to the date of a Retry-After', async () => {
    const retryAfter = new Date(Date.now() + 3_600_000).toUTCString();
    fixture.service.misbehave('loadSettings', tooManyRequests({ retryAfter, by: 'cloud' }));
    const { failure } = await errorOf(fixture.connect().loadSettings());
    const seconds = failure.kind === 'status' ? failure.retryAfterSeconds : undefined;
    assert.ok(seconds !== undefined && seconds > 3500 && seconds <= 3600, String(seconds));
  });

  it('does not take what follows an answer for the answer to the next request', async () => {
    const smuggled = '{"llm_api_key_set":true,"language":"smuggled"}';
    const bytes = `HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{"llm_api_key_set":true}HTTP/1.1 200 OK\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`;
    fixture.service.misbehave(
      'loadSettings',
      fault(({ incoming }) => void incoming.socket.write(bytes)),
    );
    const client = fixture.connect();
    assert.deepEqual(await client.loadSettings(), { llm_api_key_set: true });
    assert.equal((await client.loadSettings())['language'], 'en');
  });

  it('reads a refusal that comes before a long body is through', async () => {
    fixture.service.misbehave('startConversation', refusesBody());
    const image = `data:image/png;base64,${'A'.repeat(8 * 2 ** 20)}`;
    const { failure, sent } = await errorOf(fixture.connect().startConversation({ image_urls: [image] }));
    // Which of the two it is depends on how much the system had taken before the connection closed.
    assert.ok(failure.kind === 'connectionLost' || (failure.kind === 'status' && failure.status === 413), failure.kind);
    assert.equal(sent, true);
  });
});
