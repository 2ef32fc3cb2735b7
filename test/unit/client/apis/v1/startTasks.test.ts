import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isNotOffered, mayHaveStarted } from '../../../../../src/client/serviceError';
import { StartTask } from '../../../../../src/client/client';
import { addsToAnswer, altersAnswer } from '../../../../service/faults';
import { tooManyRequests } from '../../../../service/realServers';
import { stages } from '../../../../service/v1/startTask';
import { describeClients, errorOf, sessionKey, useService } from '../../fixture';
import { startOn } from '../../../../support/startOn';

const otherId = '0b7f5b0e7a314a579f5e3d1f6a0c1a20';

describeClients('start tasks of API V1', (httpClient) => {
  const fixture = useService({ httpClient, api: 'v1' });

  async function started(): Promise<string> {
    const task = await startOn(fixture.connect(), { initial_user_msg: 'Hello' });
    assert.ok(task instanceof StartTask);
    assert.deepEqual(task, new StartTask({ id: fixture.service.startTasks.all[0]!.id, status: 'WORKING' }));
    return task.id;
  }

  it('are followed through all stages to a conversation', async () => {
    const id = await started();
    const [client, statuses] = [fixture.connect(), [] as unknown[]];
    for (const status of stages.slice(1)) {
      assert.deepEqual(await client.preparation!.startTask(id), new StartTask({ id, status }));
      statuses.push(status);
    }
    const [conversationId] = [fixture.service.startTasks.all[0]!.conversationId];
    for (let time = 0; time < 2; time++)
      assert.deepEqual(await client.preparation!.startTask(id), new StartTask({ id, status: 'READY', conversationId }));
    const [request, ...others] = fixture.service.requests.slice(1);
    assert.deepEqual([request?.method, request?.path], ['GET', `/api/v1/app-conversations/start-tasks?ids=${id}`]);
    const { 'x-session-api-key': key, 'cache-control': cache, accept } = request!.headers;
    assert.deepEqual([key, cache, accept], [sessionKey, 'no-cache', 'application/json']);
    assert.equal(others.length, stages.length);
  });

  for (const [error, more] of [
    ['no LLM key configured', { detail: 'no LLM key configured' }],
    ['', {}],
    [null, {}],
    ['$(zap) [a](command:b)\n<b>c</b>', { detail: '$ (zap) a (command:b) c' }],
  ] as const)
    it(`fail, with the detail ${JSON.stringify(error).slice(0, 30)} in a form that can be shown`, async () => {
      fixture.service.startTasks.goThrough({ error });
      const id = await started();
      assert.deepEqual(
        await fixture.connect().preparation!.startTask(id),
        new StartTask({ id, status: 'ERROR', ...more }),
      );
    });

  it('can be in a stage that is unknown', async () => {
    fixture.service.startTasks.goThrough('waxing\nand $(zap)');
    const id = await started();
    const shown = new StartTask({ id, status: 'waxing and $ (zap)' });
    assert.deepEqual(await fixture.connect().preparation!.startTask(id), shown);
  });

  for (const [members, known] of [
    [{ app_conversation_id: otherId }, { status: 'READY', conversationId: otherId }],
    [{ detail: 'no sandbox' }, { status: 'ERROR', detail: 'no sandbox' }],
  ] as const)
    it(`can be over in the answer to the start: ${known.status}`, async () => {
      fixture.service.misbehave('startConversation', addsToAnswer({ status: known.status, ...members }));
      const task = await startOn(fixture.connect(), {});
      const { id } = fixture.service.startTasks.all[0]!;
      assert.deepEqual(task, new StartTask({ id, ...known }));
    });

  it('are null if the service has forgotten them', async () => {
    const id = await started();
    fixture.service.startTasks.forget();
    assert.equal(await fixture.connect().preparation!.startTask(id), null);
  });

  it('are those asked for, however their UUID is written', async () => {
    fixture.service.startTasks.goThrough();
    const id = await started();
    const written = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    assert.equal((await fixture.connect().preparation!.startTask(written))?.id, id);
  });

  for (const id of ['', 'a/b', '../settings', 'a&ids=b', 'a\nb', 'x'.repeat(101)])
    it(`with the id ${JSON.stringify(id.slice(0, 20))} aren't asked for`, async () => {
      const error = await errorOf(fixture.connect().preparation!.startTask(id));
      const failure = { kind: 'invalidRequest', field: 'id', expected: 'valid' };
      assert.deepEqual([error.failure, error.sent, error.operation], [failure, false, 'startTask']);
      assert.equal(fixture.service.requests.length, 0);
    });

  const readyAs =
    (app_conversation_id: string | null) =>
    ([task]: readonly object[]) => [{ ...task, status: 'READY', app_conversation_id }];
  const misfits: readonly (readonly [string, (list: readonly object[]) => unknown, string, string])[] = [
    ['no status', ([task]) => [{ ...task, status: null }], '0.status', 'string'],
    ['an id that leads elsewhere', readyAs('../settings'), '0.app_conversation_id', 'of plain characters'],
    ['readiness without a conversation', readyAs(null), 'app_conversation_id', 'string'],
  ];
  for (const [what, change, field, expected] of misfits)
    it(`aren't known from an answer with ${what}`, async () => {
      const id = await started();
      fixture.service.misbehave('startTask', altersAnswer(change));
      const error = await errorOf(fixture.connect().preparation!.startTask(id));
      assert.deepEqual([error.failure, isNotOffered(error)], [{ kind: 'unexpectedShape', field, expected }, true]);
    });

  it('that a start is answered with without an id may be lost, and the start may have happened', async () => {
    const losses = [
      altersAnswer(() => ({ status: 'WORKING' })),
      altersAnswer((task) => [task]),
      addsToAnswer({ status: 'READY' }),
    ];
    for (const loss of losses) {
      fixture.service.misbehave('startConversation', loss);
      const error = await errorOf(startOn(fixture.connect(), {}));
      assert.deepEqual([error.sent, mayHaveStarted(error)], [true, true], inspect(error.failure));
    }
    assert.equal(fixture.service.startTasks.all.length, losses.length);
  });

  it('are asked for once, with the wait that the service wants', async () => {
    const id = await started();
    fixture.service.misbehave('startTask', tooManyRequests({ retryAfter: '7' }));
    const { failure } = await errorOf(fixture.connect({ retrySettings: true }).preparation!.startTask(id));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.retryAfterSeconds, fixture.service.requests.length], [429, 7, 2]);
  });
});
