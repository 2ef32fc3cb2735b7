import assert from 'node:assert/strict';
import { dialects } from '../../../../src/client/common/dialect';
import { isNotOffered } from '../../../../src/client/common/serviceError';
import { altersAnswer, answers, loginPage } from '../../../service/faults';
import { tooManyRequests } from '../../../service/realServers';
import type { ReportedState } from '../../../service/v1/startTasks';
import { describeClients, errorOf, sessionKey, useService } from '../fixture';

const unknownId = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a19';

describeClients('asking for conversations of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  /** Conversations that run, by their ids. */
  async function running(count: number): Promise<string[]> {
    const { startTasks } = fixture.service;
    for (let at = 0; at < count; at++) await fixture.connect().startConversation({});
    return startTasks.all.map(({ id }) => startTasks.move(id, 'READY').conversationId);
  }

  async function stateOf(state: ReportedState): Promise<object | null | undefined> {
    const [id] = await running(1);
    fixture.service.startTasks.report(id!, state);
    return (await fixture.connect().conversations([id!]))[0];
  }

  const states: readonly (readonly [ReportedState['sandbox'], string | null, object])[] = [
    ['RUNNING', 'idle', { status: 'IDLE', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'running', { status: 'RUNNING', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'paused', { status: 'PAUSED', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'waiting_for_confirmation', { status: 'WAITING_FOR_CONFIRMATION', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'finished', { status: 'FINISHED', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'error', { status: 'ERROR', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'stuck', { status: 'STUCK', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'deleting', { status: 'DELETING', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'waxing\nthe $(zap)', { status: 'WAXING THE $ (ZAP)', runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', 'ß'.repeat(400), { status: `${'S'.repeat(299)}…`, runtime_status: 'SANDBOX$RUNNING' }],
    ['RUNNING', null, { status: 'SANDBOX_RUNNING' }],
    ['RUNNING', '', { status: 'SANDBOX_RUNNING' }],
    ['STARTING', null, { status: 'STARTING' }],
    ['PAUSED', null, { status: 'PAUSED' }],
    ['ERROR', null, { status: 'ERROR' }],
    ['MISSING', null, { status: 'MISSING' }],
  ];
  for (const [sandbox, execution, state] of states)
    it(`gives what the agent does, or its sandbox: ${sandbox}, ${execution?.slice(0, 30) ?? 'null'}`, async () => {
      assert.deepEqual(await stateOf({ sandbox, execution }), state);
    });

  for (const [sandbox, runtime] of [
    ['(zap)', 'SANDBOX$ (ZAP)'],
    ['x'.repeat(1000), `SANDBOX$${'X'.repeat(291)}…`],
    [' ', undefined],
  ] as const)
    it(`gives a sandbox in a form that can be shown: ${JSON.stringify(sandbox.slice(0, 20))}`, async () => {
      const [id] = await running(1);
      fixture.service.misbehave(
        'conversation',
        altersAnswer((list) => (list as object[]).map((one) => ({ ...one, sandbox_status: sandbox }))),
      );
      const [state] = await fixture.connect().conversations([id!]);
      assert.deepEqual(state, { status: 'RUNNING', ...(runtime !== undefined && { runtime_status: runtime }) });
    });

  it('asks for several in one request, and gives them in its order', async () => {
    const [one, two, three] = await running(3);
    fixture.service.advance(two!);
    fixture.service.startTasks.report(three!, { sandbox: 'PAUSED', execution: null });
    const before = fixture.service.requests.length;
    const asked = [three!, unknownId, one!, two!, one!.toUpperCase()];
    const statuses = (await fixture.connect().conversations(asked)).map((state) => state?.status);
    assert.deepEqual(statuses, ['PAUSED', undefined, 'RUNNING', 'FINISHED', 'RUNNING']);
    const requests = fixture.service.requests.slice(before);
    assert.deepEqual(
      requests.map(({ method, path }) => [method, path]),
      [['GET', `/api/v1/app-conversations?${asked.map((id) => `ids=${id}`).join('&')}`]],
    );
    const { 'x-session-api-key': key, 'cache-control': cache, accept } = requests[0]!.headers;
    assert.deepEqual([key, cache, accept], [sessionKey, 'no-cache', 'application/json']);
  });

  it('asks for as many at once as the dialect says', async () => {
    const ids = Array.from({ length: dialects.v1.statesAtOnce }, (_, at) => String(at).padStart(32, '0'));
    assert.deepEqual(await fixture.connect().conversations(ids), Array(ids.length).fill(null));
    assert.equal(fixture.service.requests.length, 1);
  });

  it('asks nothing for none', async () => {
    assert.deepEqual(await fixture.connect().conversations([]), []);
    assert.equal(fixture.service.requests.length, 0);
  });

  for (const id of ['', 'nope', 'my conversation', '..', 'a&ids=b', `{${unknownId}}`, `${unknownId} `, `${unknownId}0`])
    it(`asks for none if one is ${JSON.stringify(id)}`, async () => {
      const error = await errorOf(fixture.connect().conversations([unknownId, id]));
      const failure = { kind: 'invalidRequest', field: 'conversation_id', expected: 'valid' };
      assert.deepEqual([error.failure, error.sent, error.operation], [failure, false, 'conversation']);
      assert.equal(fixture.service.requests.length, 0);
    });

  type Change = (list: readonly object[]) => unknown;
  const misfits: readonly (readonly [string, Change, string, string])[] = [
    ['the wrong order', ([one, two]) => [two, one], '0.id', 'valid'],
    ['the same one twice', ([one]) => [one, one], '1.id', 'valid'],
    ['one missing', ([one]) => [one], '', 'valid'],
    ['one too many', ([one, two]) => [one, two, null], '', 'valid'],
    ['none', () => [], '', 'valid'],
    ['one without an id', ([one, two]) => [one, { ...two, id: undefined }], '1.id', 'string'],
    [
      'a status that is no text',
      ([one, two]) => [one, { ...two, execution_status: 5 }],
      '1.execution_status',
      'string',
    ],
    ['a record', ([one]) => one, '', 'array'],
    ['null', () => null, '', 'array'],
  ];
  for (const [what, change, field, expected] of misfits)
    it(`does not take for an answer: ${what}`, async () => {
      const ids = await running(2);
      fixture.service.misbehave(
        'conversation',
        altersAnswer((list) => change(list as readonly object[])),
      );
      const error = await errorOf(fixture.connect().conversations(ids));
      assert.deepEqual([error.failure, isNotOffered(error)], [{ kind: 'unexpectedShape', field, expected }, true]);
    });

  it('asks once, and says whether it can ask again', async () => {
    for (const [fault, isLasting] of [
      [loginPage(), true],
      [answers(404, { detail: 'Not Found' }), true],
      [answers(400, { detail: 'Invalid UUID format' }), false],
      [answers(401, { detail: 'Unauthorized' }), false],
      [tooManyRequests({ retryAfter: '0' }), false],
    ] as const) {
      const before = fixture.service.requests.length;
      fixture.service.misbehave('conversation', fault);
      const error = await errorOf(fixture.connect({ repeatReads: true }).conversations([unknownId]));
      assert.deepEqual([isNotOffered(error), error.operation], [isLasting, 'conversation']);
      assert.equal(fixture.service.requests.length, before + 1);
    }
  });
});
