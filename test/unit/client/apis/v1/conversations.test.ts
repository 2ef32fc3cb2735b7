import assert from 'node:assert/strict';
import { apis } from '../../../../../src/client/apis/registry';
import { isNotOffered } from '../../../../../src/client/serviceError';
import { altersAnswer } from '../../../../service/faults';
import { tooManyRequests } from '../../../../service/realServers';
import type { ReportedState } from '../../../../service/v1/startTasks';
import { describeClients, errorOf, sessionKey, useService } from '../../fixture';
import type { ConversationState } from '../../../../../src/client/records';
import { startOn } from '../../../../support/startOn';

const unknownId = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a19';

describeClients('asking for conversations of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  /** Conversations that run, by their ids. */
  async function running(count: number): Promise<string[]> {
    const { startTasks } = fixture.service;
    for (let at = 0; at < count; at++) await startOn(fixture.connect(), {});
    return startTasks.all.map(({ id }) => startTasks.move(id, 'READY').conversationId);
  }

  async function stateOf(state: ReportedState): Promise<object | null | undefined> {
    const [id] = await running(1);
    fixture.service.startTasks.report(id!, state);
    return shown((await fixture.connect().status.conversations([id!]))[0]);
  }

  /** Without the id of its sandbox, which isn't shown. */
  function shown(state: ConversationState | null | undefined): object | null | undefined {
    if (!state) return state;
    const { sandbox_id: sandbox, ...rest } = state;
    assert.match(sandbox ?? '', /^[\da-f]{32}$/);
    return rest;
  }

  /** The state of a conversation whose record has these members. */
  async function stateWith(members: object | ((id: string) => object)): Promise<ConversationState | null | undefined> {
    const [id] = await running(1);
    const changed = typeof members === 'function' ? (members as (id: string) => object)(id!) : members;
    const change = (list: unknown) => (list as object[]).map((one) => ({ ...one, ...changed }));
    fixture.service.misbehave('conversation', altersAnswer(change));
    const [state] = await fixture.connect().status.conversations([id!]);
    return state;
  }

  const states: readonly (readonly [ReportedState['sandbox'], string | null, object])[] = [
    ['RUNNING', 'idle', { status: 'IDLE' }],
    ['RUNNING', 'running', { status: 'RUNNING' }],
    ['RUNNING', 'finished', { status: 'FINISHED' }],
    ['RUNNING', 'deleting', { status: 'DELETING' }],
    ['RUNNING', 'waxing\nthe $(zap)', { status: 'WAXING THE $ (ZAP)' }],
    ['RUNNING', 'ß'.repeat(400), { status: `${'S'.repeat(299)}…` }],
    ['RUNNING', null, { status: 'SANDBOX_RUNNING' }],
    ['RUNNING', '', { status: 'SANDBOX_RUNNING' }],
    ['STARTING', null, { status: 'STARTING' }],
    ['PAUSED', null, { status: 'PAUSED', is_sandbox_paused: true }],
    ['ERROR', null, { status: 'SANDBOX_ERROR' }],
    ['MISSING', null, { status: 'MISSING' }],
  ];
  for (const [sandbox, execution, state] of states)
    it(`gives what the agent does, or its sandbox: ${sandbox}, ${execution?.slice(0, 30) ?? 'null'}`, async () =>
      assert.deepEqual(await stateOf({ sandbox, execution }), state));

  for (const [sandbox, status] of [
    ['$(zap)', '$ (ZAP)'],
    [' ', 'UNKNOWN'],
  ] as const)
    it(`gives a sandbox in a form that can be shown: ${JSON.stringify(sandbox.slice(0, 20))}`, async () => {
      const state = await stateWith({ sandbox_status: sandbox, execution_status: null });
      assert.deepEqual(shown(state), { status });
    });

  const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  // prettier-ignore
  const pages: readonly (readonly [what: string, named: unknown, given: string | undefined])[] = [
    ['that is named', 'https://agents.example/canvas/0f3c', 'https://agents.example/canvas/0f3c'],
    ['with the id of the conversation', (id: string) => `https://agents.example/canvas/conversations/${id}`, 'as named'],
    ['with the id in another form', (id: string) => `https://agents.example/v2/c/${hyphenated(id)}/chat`, 'as named'],
    ['with words and numbers', 'https://agents.example/apps/agent-canvas/v1/orgs/42/tab_2', 'as named'],
    ['unless it has a random path', 'https://agents.example/s/3fA9kQz7LmP2xW8v', undefined],
    ['unless it has a random path in letters', 'https://agents.example/s/kXvQwRtZpLmNbVcXsDfGhJ', undefined],
    ['unless it has a random path, escaped', 'https://agents.example/s/%33fA9kQz7LmP2xW8v', undefined],
    ['unless it has a token in a parameter', 'https://agents.example/s;tkn=3fA9kQ', undefined],
    ['unless it has a token', 'https://agents.example/t/sk-abcdefgh12345678', undefined],
    ['unless it has the key of the conversation', 'https://agents.example/canvas/sbkey-1', undefined],
    ['unless it has the session key', `https://agents.example/${sessionKey}`, undefined],
    ['unless it has a query', 'https://agents.example/?tkn=unknown', undefined],
    ['unless it has a password', 'https://me:pw@agents.example/', undefined],
    ['unless it is endless', `https://agents.example/${'a'.repeat(2000)}`, undefined],
    ['unless it is no text', { url: 'https://agents.example/' }, undefined],
    ['unless it is null', null, undefined],
  ];
  for (const [what, named, given] of pages)
    it(`gives the page ${what}`, async () => {
      let page = named;
      const state = await stateWith((id) => {
        if (typeof named === 'function') page = (named as (id: string) => string)(id);
        return { session_api_key: 'sbkey-1', conversation_ui_url: page };
      });
      assert.equal(state?.page_url, given === 'as named' ? page : given);
    });

  it('gives the state of the others if that of one is of another type', async () => {
    const [one, two] = await running(2);
    const change = (list: unknown) =>
      (list as { id: string }[]).map((each) =>
        each.id === one ? { ...each, execution_status: 7, sandbox_status: [] } : each,
      );
    fixture.service.misbehave('conversation', altersAnswer(change));
    const states = await fixture.connect().status.conversations([one!, two!]);
    const statuses = states.map((state) => state?.status);
    assert.deepEqual(statuses, ['UNKNOWN', 'RUNNING']);
  });

  it('asks for several in one request, and gives them in its order', async () => {
    const [one, two, three] = await running(3);
    fixture.service.advance(two!);
    fixture.service.startTasks.report(three!, { sandbox: 'PAUSED', execution: null });
    const before = fixture.service.requests.length;
    const asked = [three!, unknownId, one!, two!, one!.toUpperCase()];
    const statuses = (await fixture.connect().status.conversations(asked)).map((state) => state?.status);
    assert.deepEqual(statuses, ['PAUSED', undefined, 'RUNNING', 'FINISHED', 'RUNNING']);
    const requests = fixture.service.requests.slice(before);
    const asks = requests.map(({ method, path }) => [method, path]);
    assert.deepEqual(asks, [['GET', `/api/v1/app-conversations?${asked.map((id) => `ids=${id}`).join('&')}`]]);
    const { 'x-session-api-key': key, 'cache-control': cache, accept } = requests[0]!.headers;
    assert.deepEqual([key, cache, accept], [sessionKey, 'no-cache', 'application/json']);
  });

  it('asks for as many at once as the API allows', async () => {
    const ids = Array.from({ length: apis.v1.status.maxPerRequest }, (_, at) => String(at).padStart(32, '0'));
    assert.deepEqual(await fixture.connect().status.conversations(ids), Array(ids.length).fill(null));
    assert.equal(fixture.service.requests.length, 1);
  });

  it('asks nothing for none', async () => {
    assert.deepEqual(await fixture.connect().status.conversations([]), []);
    assert.equal(fixture.service.requests.length, 0);
  });

  for (const id of ['', 'nope', 'my conversation', '..', 'a&ids=b', `{${unknownId}}`, `${unknownId} `, `${unknownId}0`])
    it(`asks for none if one is ${JSON.stringify(id)}`, async () => {
      const error = await errorOf(fixture.connect().status.conversations([unknownId, id]));
      const failure = { kind: 'invalidRequest', field: 'conversation_id', expected: 'valid' };
      assert.deepEqual([error.failure, error.sent, error.operation], [failure, false, 'conversations']);
      assert.equal(fixture.service.requests.length, 0);
    });

  type Change = (list: readonly object[]) => unknown;
  const misfits: readonly (readonly [string, Change, string, string])[] = [
    ['the wrong order', ([one, two]) => [two, one], '0.id', 'valid'],
    ['the same one twice', ([one]) => [one, one], '1.id', 'valid'],
    ['one missing', ([one]) => [one], '', 'valid'],
    ['one without an id', ([one, two]) => [one, { ...two, id: undefined }], '1.id', 'string'],
    ['a record', ([one]) => one, '', 'array'],
  ];
  for (const [what, change, field, expected] of misfits)
    it(`does not take for an answer: ${what}`, async () => {
      const ids = await running(2);
      fixture.service.misbehave('conversation', altersAnswer(change));
      const error = await errorOf(fixture.connect().status.conversations(ids));
      assert.deepEqual([error.failure, isNotOffered(error)], [{ kind: 'unexpectedShape', field, expected }, true]);
    });

  it('asks once, although reads may be repeated', async () => {
    fixture.service.misbehave('conversation', tooManyRequests({ retryAfter: '0' }));
    const error = await errorOf(fixture.connect({ retrySettings: true }).status.conversations([unknownId]));
    assert.deepEqual([isNotOffered(error), error.operation], [false, 'conversations']);
    assert.equal(fixture.service.requests.length, 1);
  });
});
