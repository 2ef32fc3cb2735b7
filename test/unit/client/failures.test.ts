import assert from 'node:assert/strict';
import { answers, refusesBody } from '../../service/faults';
import { agentServer, tooManyRequests } from '../../service/realServers';
import { createClient } from '../../../src/client/createClient';
import { directConnection } from '../../../src/client/network';
import { mayHaveStarted } from '../../../src/client/serviceError';
import { failureTable, unreadByFetch } from './failureTable';
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
      fixture.service.impersonate(agentServer);
      const { failure, sent } = await errorOf(operations[name](fixture.connect()));
      const status = name === 'startConversation' ? 422 : 200;
      assert.deepEqual([failure, sent], [{ kind: 'otherApi', status, api: 'agent' }, true]);
    });

    it(`${name}: a rejected key`, async () => {
      const { failure, sent } = await errorOf(operations[name](fixture.connect({ sessionKey: 'another' })));
      assert.deepEqual([failure, sent], [{ kind: 'status', status: 401, text: 'Unauthorized' }, true]);
    });
  }

  it('name the operation and the URL, and nothing else', async () => {
    fixture.service.misbehave('loadSettings', answers(500));
    const told: unknown[] = [];
    const options = {
      baseUrl: fixture.service.url,
      sessionKey,
      timeoutSeconds: 10,
      network: { ...directConnection, httpClient },
    };
    const error = await errorOf(createClient(options, (failed) => told.push(failed)).loadSettings());
    assert.deepEqual(told, [error]);
    assert.equal(error.address, `${fixture.service.url}/api/settings`);
    assert.equal(error.message, `loadSettings at ${fixture.service.url}/api/settings: status 500`);
  });

  it('are told of in every operation, once each, also for an answer that only its reader rejects', async () => {
    const told: unknown[] = [];
    const network = { ...directConnection, httpClient };
    const options = { baseUrl: fixture.service.url, sessionKey, timeoutSeconds: 10, network } as const;
    const client = createClient(options, (failed) => told.push(failed));
    fixture.service.misbehave('startConversation', answers(200, { status: 'ok', conversation_id: sessionKey }));
    const unreadable = await errorOf(startOn(client, {}));
    assert.deepEqual(unreadable.failure, {
      kind: 'unexpectedShape',
      field: 'conversation_id',
      expected: 'free of secrets',
    });
    const unsendable = await errorOf(client.prepare({ initial_user_msg: '' }));
    const notFound = await errorOf(client.status.conversations(['..']));
    assert.deepEqual(told, [unreadable, unsendable, notFound]);
    await client.close();
  });

  it('recognize settings that were never saved by the message', async () => {
    fixture.service.setSettings(undefined);
    const { failure } = await errorOf(fixture.connect().loadSettings());
    assert.deepEqual(failure, { kind: 'status', status: 404, text: 'Settings not found' });
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
    const bytes = `HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{"llm_api_key_set":true}HTTP/1.1 200 OK\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`;
    fixture.service.misbehave(
      'loadSettings',
      fault(({ incoming }) => void incoming.socket.write(bytes)),
    );
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
