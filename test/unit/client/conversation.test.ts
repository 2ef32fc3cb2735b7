import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isNotOffered } from '../../../src/client/serviceError';
import { addsToAnswer, altersAnswer, answers } from '../../service/faults';
import { isIn, tooManyRequests } from '../../service/realServers';
import { marked, markedIn } from '../../support/markedSecrets';
import { describeClients, errorOf, sessionKey, stateOf, useService } from './fixture';
import { startOn } from '../../support/startOn';

describeClients('asking for one conversation', (httpClient) => {
  const fixture = useService({ httpClient, allowConversationId: true });
  async function started(id = '0123456789abcdef'): Promise<string> {
    await startOn(fixture.connect(), { conversation_id: id });
    return id;
  }

  it('gives the state that the service reports, from the start to the end', async () => {
    const id = await started();
    const client = fixture.connect();
    const states: unknown[] = [];
    while (states.length < 3) {
      states.push(await stateOf(client, id));
      fixture.service.advance(id);
    }
    const running = { status: 'RUNNING', runtime_status: 'STATUS$READY' };
    assert.deepEqual(states, [{ status: 'STARTING' }, running, { status: 'STOPPED' }]);
  });

  it("returns null for one that the service doesn't know", async () =>
    assert.equal(await stateOf(fixture.connect(), 'nobodys'), null));

  it('gets from below the path of the interface with its header and no others, past every cache', async () => {
    const id = await started();
    await stateOf(fixture.connect(), id);
    const { method, path, headers, rawBody } = fixture.service.requests.at(-1)!;
    assert.deepEqual([method, path, rawBody.length], ['GET', `/api/conversations/${id}`, 0]);
    const { 'x-session-api-key': key, 'cache-control': cache, accept } = headers;
    assert.deepEqual([key, cache, accept], [sessionKey, 'no-cache', 'application/json']);
  });

  const asked = ['my conversation', 'größe-見', 'a%2fb', 'a?b#c', "it's (a) *b*!", '%2e', ' a ', 'x'.repeat(100)];
  for (const id of asked)
    it(`asks for "${id.slice(0, 20)}" and no other`, async () => {
      await started(id);
      assert.deepEqual(await stateOf(fixture.connect(), id), { status: 'STARTING' });
      assert.equal(fixture.service.requests.at(-1)?.operation, 'conversation');
    });

  const rejected = ['', '..', '../settings', 'a\nb', '\ud83d', 'x'.repeat(101)];
  for (const id of rejected)
    it(`rejects ${JSON.stringify(id.slice(0, 20))} before anything is sent`, async () => {
      const error = await errorOf(stateOf(fixture.connect(), id));
      const failure = { kind: 'invalidRequest', field: 'conversation_id', expected: 'valid' };
      assert.deepEqual([error.failure, error.sent, error.operation], [failure, false, 'conversations']);
      assert.equal(fixture.service.requests.length, 0);
    });

  it('keeps a path in front of those of the service', async () => {
    const error = await errorOf(stateOf(fixture.connect({ baseUrl: `${fixture.service.url}/agent` }), 'a b'));
    assert.equal(error.address, `${fixture.service.url}/agent/api/conversations/a%20b`);
    assert.equal(fixture.service.requests[0]?.path, '/agent/api/conversations/a%20b');
  });

  for (const status of ['ARCHIVED', 'x'.repeat(100_000)])
    it(`gives a state of any other name in a form that can be shown: ${status.length} characters`, async () => {
      fixture.service.misbehave('conversation', isIn(status, status));
      const shown = status.length > 300 ? `${'x'.repeat(299)}…` : status;
      const state = await stateOf(fixture.connect(), await started());
      assert.deepEqual(state, { status: shown, runtime_status: shown });
    });

  const misfits: readonly (readonly [string, (answer: object) => unknown, string, string])[] = [
    ['no status', (answer) => ({ ...answer, status: undefined }), 'status', 'string'],
    ['an empty one', (answer) => ({ ...answer, status: '' }), 'status', 'not empty'],
    ['an invisible one', (answer) => ({ ...answer, status: '\u200b ' }), 'status', 'not empty'],
    ['another conversation', (answer) => ({ ...answer, conversation_id: 'b' }), 'conversation_id', 'valid'],
    ['a list', () => [], '', 'object'],
    ['the record of an agent server', () => ({ id: 'a', execution_status: 'idle' }), 'status', 'string'],
  ];
  for (const [what, change, field, expected] of misfits)
    it(`does not take ${what} for an answer`, async () => {
      fixture.service.misbehave('conversation', altersAnswer(change));
      const error = await errorOf(stateOf(fixture.connect(), await started()));
      assert.deepEqual([error.failure, isNotOffered(error)], [{ kind: 'unexpectedShape', field, expected }, true]);
    });

  for (const odd of [{ runtime_status: 5 }, { runtime_status: {} }, { session_api_key: ['x'] }])
    it(`gives the status although the answer has ${JSON.stringify(odd)}`, async () => {
      const id = await started();
      fixture.service.misbehave('conversation', addsToAnswer(odd));
      assert.equal((await stateOf(fixture.connect(), id))?.status, 'STARTING');
    });

  it('asks once, although reads may be repeated', async () => {
    const id = await started();
    fixture.service.misbehave('conversation', tooManyRequests({ retryAfter: '0' }));
    const error = await errorOf(stateOf(fixture.connect({ retrySettings: true }), id));
    assert.deepEqual([isNotOffered(error), error.sent, error.operation], [false, true, 'conversations']);
    assert.equal(fixture.service.requests.filter(({ operation }) => operation === 'conversation').length, 1);
  });

  it('gives away neither the session key nor the key of the conversation', async () => {
    const ownKey = marked('own-key');
    const everything = `${sessionKey} and ${ownKey}`;
    const id = await started();
    fixture.service.misbehave('conversation', addsToAnswer({ status: `Use ${ownKey}`, session_api_key: ownKey }));
    assert.equal((await stateOf(fixture.connect(), id))?.status, 'redacted');
    const said = { status: everything, runtime_status: everything, title: everything, session_api_key: ownKey };
    fixture.service.misbehave('conversation', addsToAnswer(said));
    const state = await stateOf(fixture.connect(), id);
    assert.deepEqual(state, { status: 'redacted', runtime_status: 'redacted' });
    fixture.service.misbehave('startConversation', addsToAnswer({ api_key: ownKey, message: `It is ${ownKey}` }));
    assert.deepEqual(markedIn(JSON.stringify(await startOn(fixture.connect(), {}))), []);
    fixture.service.misbehave('conversation', addsToAnswer({ ...said, status: 5 }));
    fixture.service.misbehave('conversation', answers(403, { detail: everything }));
    for (let time = 0; time < 2; time++) {
      const error = await errorOf(stateOf(fixture.connect(), id));
      const text = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
      assert.ok(!text.includes(sessionKey), text);
      if (error.failure.kind === 'unexpectedShape') assert.deepEqual(markedIn(text), []);
    }
  });
});
