import assert from 'node:assert/strict';
import {
  answers,
  refusesBody,
  breaksCompression,
  drops,
  garbage,
  hugeHeaders,
  loginPage,
  truncatesJson,
  type Fault,
} from '../../service/faults';
import {
  agentServer,
  tooManyRequests,
  badGateway,
  cloudRefusesKey,
  internalServerError,
} from '../../service/realServers';
import { createClient } from '../../../src/client/createClient';
import { directConnection } from '../../../src/client/network';
import { mayHaveStarted, type Failure, type FailureOf } from '../../../src/client/serviceError';
import {
  describeClients,
  errorOf,
  everyOperation,
  fault,
  operationNames,
  operations,
  sessionKey,
  useService,
} from './fixture';
import { startOn } from '../../support/startOn';
import { says } from './ownFault';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };

const lost: Failure = { kind: 'connectionLost' };
const page: Failure = { kind: 'notJson', status: 200, html: true };
const notJson = (status: number): Failure => ({ kind: 'notJson', status, html: false });
const status = (code: number, said: Partial<FailureOf<'status'>> = {}): Failure => ({
  ...said,
  kind: 'status',
  status: code,
});

/** Rows of which `fetch` doesn't return the status: how far the service got isn't known then. */
const unreadByFetch: readonly string[] = [
  '407',
  "504 that can't be decompressed",
  "a response that isn't the gzip it claims to be",
];

// prettier-ignore
const failureTable: readonly [string, Fault, Failure][] = [
  ['400 with a message', answers(400, { status: 'error', message: 'No', msg_id: 'A$B' }), status(400, { messageId: 'A$B', text: 'No' })],
  ['400 of nginx for http in place of https', answers(400, '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>', html), status(400, { needsTls: true })],
  ['400 of Apache for http in place of https', answers(400, "<html>Reason: You're speaking plain HTTP to an SSL-enabled server port.</html>", html), status(400, { needsTls: true })],
  ['400 of Go for http in place of https', answers(400, 'Client sent an HTTP request to an HTTPS server.', text), status(400, { text: 'Client sent an HTTP request to an HTTPS server.', needsTls: true })],
  ['400 of Tomcat for http in place of https', answers(400, 'Bad Request\nThis combination of host and port requires TLS.\n', text), status(400, { text: 'Bad Request This combination of host and port requires TLS.', needsTls: true })],
  ['401 of the cloud', cloudRefusesKey(), status(401, { text: 'NoCredentialsError' })],
  ['403 with nothing', answers(403), status(403)],
  ['404 as text', answers(404, 'nothing here', text), status(404, { text: 'nothing here' })],
  ['407', answers(407, 'who are you', { 'proxy-authenticate': 'Basic' }), { kind: 'proxy', reason: 'credentials', status: 407 }],
  ['413 while the body is on its way', refusesBody(), status(413, { text: 'Request Entity Too Large' })],
  ['422', answers(422, { detail: [{ type: 'missing', loc: ['body', 'repository'], msg: 'Field required' }] }), status(422, { rejectedFields: [{ path: 'repository', type: 'missing' }] })],
  ['429 with seconds', tooManyRequests(), status(429, { text: 'Too many requests', retryAfterSeconds: 1 })],
  ['429 with a date in the past', tooManyRequests({ retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }), status(429, { text: 'Too many requests', retryAfterSeconds: 0 })],
  ["429 with a date by the service's own clock", answers(429, {}, { date: 'Mon, 01 Jan 2001 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2001 00:01:30 GMT' }), status(429, { retryAfterSeconds: 90 })],
  ['429 without a wait', tooManyRequests({ retryAfter: undefined }), status(429, { text: 'Too many requests' })],
  ['429 with an endless wait', tooManyRequests({ retryAfter: '9'.repeat(400) }), status(429, { text: 'Too many requests' })],
  ['429 with a negative wait', tooManyRequests({ retryAfter: '-5' }), status(429, { text: 'Too many requests' })],
  ['429 with two waits', answers(429, {}, { 'retry-after': ['7', '9'] as unknown as string }), status(429, { retryAfterSeconds: 7 })],
  ['500 as text', internalServerError(), status(500, { text: 'Internal Server Error' })],
  ['502 of a proxy', badGateway(502), status(502, { isGateway: true })],
  ['502 of the service itself', answers(502, { detail: 'No agent' }), status(502, { text: 'No agent' })],
  ['503 with two content types', answers(503, '<b>down</b>', { 'content-type': ['text/html', 'text/plain'] as unknown as string }), status(503)],
  ["504 that can't be decompressed", answers(504, 'plain', { 'content-encoding': 'gzip' }), status(504, { isGateway: true })],
  ['a login page', loginPage(), page],
  ['a page without a content type', answers(200, ' <!DOCTYPE html>'), page],
  ['text', answers(200, 'OK', text), notJson(200)],
  ['nothing', answers(204), notJson(204)],
  ["NaN, which isn't JSON", answers(200, '{"llm_api_key_set":true,"max_budget_per_task":NaN}', json), notJson(200)],
  ['half of the JSON', truncatesJson(), notJson(200)],
  ["a response that isn't the gzip it claims to be", breaksCompression(), notJson(200)],
  ["a response that isn't HTTP", garbage(), notJson(0)],
  ['an upgrade', says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'), lost],
  ['more headers than a client accepts', hugeHeaders(64 * 1024), notJson(0)],
  ['less than announced', says('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}'), lost],
  ['chunks without an end', says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'), lost],
  ['a lost connection after the request', drops('afterBody'), lost],
  ['a reset after the request', drops('afterBody', { reset: true }), lost],
  ['a lost connection after acting', drops('afterPerforming'), lost],
  ['a lost connection in the middle of the headers', drops('midHeaders'), lost],
  ['a lost connection in the middle of the body', drops('midBody'), lost],
];

/** A read whose connection was lost before the headers of an answer came is sent a second time. */
const repeatedReads: readonly string[] = [
  'a lost connection after the request',
  'a reset after the request',
  'a lost connection after acting',
  'a lost connection in the middle of the headers',
  'an upgrade',
];

describeClients('failures after the request was sent', (httpClient) => {
  const fixture = useService({ httpClient });

  for (const name of everyOperation)
    for (const [what, theFault, failure] of failureTable)
      it(`${name}: ${what}`, async () => {
        fixture.service.misbehave(name, theFault, { times: Infinity });
        const error = await errorOf(operations[name](fixture.connect()));
        if (httpClient === 'vscode' && unreadByFetch.includes(what)) assert.equal(mayHaveStarted(error), true);
        else assert.deepEqual(error.failure, failure);
        assert.deepEqual([error.sent, error.operation], [true, name === 'conversation' ? 'conversations' : name]);
        const isRepeated = name !== 'startConversation' && repeatedReads.includes(what);
        assert.equal(fixture.service.requests.length, isRepeated ? 2 : 1);
      });

  for (const name of operationNames) {
    it(`${name}: an agent server`, async () => {
      fixture.service.misbehave(name, agentServer[name]);
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      const status = name === 'startConversation' ? 422 : 200;
      assert.deepEqual([failure, sent], [{ kind: 'otherApi', status, api: 'agent' }, true]);
    });

    it(`${name}: a rejected key`, async () => {
      const { failure, sent } = await errorOf(operations[name](fixture.connect({ sessionKey: 'another' })));
      assert.deepEqual([failure, sent], [{ kind: 'status', status: 401, text: 'Unauthorized' }, true]);
    });
  }

  it('are told of in every operation, once each, also for an answer that only its reader rejects', async () => {
    const told: unknown[] = [];
    const network = { ...directConnection, httpClient };
    const { url: baseUrl } = fixture.service;
    const options = { baseUrl, sessionKey, timeoutSeconds: 10, network } as const;
    const client = createClient(options, (failed) => told.push(failed));
    fixture.service.misbehave('startConversation', answers(200, { status: 'ok', conversation_id: sessionKey }));
    const unreadable = await errorOf(startOn(client, {}));
    assert.equal('field' in unreadable.failure && unreadable.failure.field, 'conversation_id');
    const unsendable = await errorOf(client.prepare({ initial_user_msg: '' }));
    const notFound = await errorOf(client.status.conversations(['..']));
    fixture.service.misbehave('loadSettings', answers(500));
    const broken = await errorOf(client.loadSettings());
    assert.deepEqual(told, [unreadable, unsendable, notFound, broken]);
    assert.equal(broken.message, `loadSettings at ${baseUrl}/api/settings: status 500`, 'and nothing else');
    await client.close();
  });

  it('count the seconds to the date of a Retry-After', async () => {
    const retryAfter = new Date(Date.now() + 3_600_000).toUTCString();
    fixture.service.misbehave('loadSettings', tooManyRequests({ retryAfter, by: 'cloud' }));
    const { failure } = await errorOf(fixture.connect().loadSettings());
    const seconds = failure.kind === 'status' ? failure.retryAfterSeconds : undefined;
    assert.ok(seconds !== undefined && seconds > 3500 && seconds <= 3600, String(seconds));
  });

  it("don't take what follows a response for the response to the next request", async () => {
    const smuggled = '{"llm_api_key_set":true,"language":"smuggled"}';
    const second = `HTTP/1.1 200 OK\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const bytes = `HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{"llm_api_key_set":true}${second}`;
    const smuggles = fault(({ incoming }) => void incoming.socket.write(bytes));
    fixture.service.misbehave('loadSettings', smuggles);
    const client = fixture.connect();
    assert.deepEqual(await client.loadSettings(), { llm_api_key_set: true });
    assert.equal((await client.loadSettings())['language'], 'en');
  });

  it('include a rejection that comes before a long body is sent', async () => {
    fixture.service.misbehave('startConversation', refusesBody());
    const image = `data:image/png;base64,${'A'.repeat(8 * 2 ** 20)}`;
    const { failure, sent } = await errorOf(startOn(fixture.connect(), { image_urls: [image] }));
    // The result depends on how much the system had taken before the connection closed.
    assert.ok(failure.kind === 'connectionLost' || (failure.kind === 'status' && failure.status === 413), failure.kind);
    assert.equal(sent, true);
  });
});
