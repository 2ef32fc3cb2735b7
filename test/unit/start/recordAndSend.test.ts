import assert from 'node:assert/strict';
import { JoinedConversation, recordAndSend, type Start, type RecordPorts } from '../../../src/start/recordAndSend';
import { systemClock } from '../../../src/base/clock';
import { failedRequest } from '../../support/failedRequest';
import { RecordingLog } from '../../support/recordingLog';
import { RecordingHistory, ScriptedClient, type Diary } from '../../support/startFakes';

const response = { status: 'ok', conversation_id: 'c1', message: null, conversation_status: 'STARTING' };
const request = { initial_user_msg: 'Fix it', mcp_config: { sse_servers: [{ url: 'https://a', api_key: 'SECRET' }] } };
const start: Start = {
  id: 's1',
  request,
  baseUrl: 'http://h',
  timeoutSeconds: 10,
  sender: 'here.7',
  signal: undefined,
};
const refused = failedRequest({ kind: 'refused' }, false);
const lost = failedRequest({ kind: 'connectionLost' });

type Failing = ConstructorParameters<typeof RecordingHistory>[1];

async function run(
  answer: typeof response | Error,
  failing: Failing = {},
  more: Partial<Start> = {},
  misfit?: Error,
  mayRunAs: RecordPorts['mayRunAs'] = () => false,
) {
  const diary: Diary = [];
  const client = new ScriptedClient(diary, answer, misfit);
  const history = new RecordingHistory(diary, failing);
  const log = new RecordingLog();
  const ports = { client, startClient: client, history, log, now: () => 1000, after: systemClock.after, mayRunAs };
  const result = await recordAndSend({ ...start, ...more }, ports);
  return { diary, client, history, result };
}

describe('recordAndSend', () => {
  it('records the start before sending it, and the outcome afterwards', async () => {
    const { diary } = await run(response);
    assert.deepEqual(diary, ['remembered', 'request', 'changed s1']);
  });

  it('records the start as "sending", without secrets', async () => {
    const { history } = await run(response, {}, { workspace: 'file:///w' });
    const expected = {
      id: 's1',
      baseUrl: 'http://h',
      workspace: 'file:///w',
      request: { initial_user_msg: 'Fix it' },
      notKept: ['mcp_config'],
      outcome: 'sending',
      sentAt: 1000,
      deadline: 16_000,
      sender: 'here.7',
    };
    assert.deepEqual(history.conversations, [expected]);
  });

  it('remembers the branch that the agent was asked for', async () => {
    const { history } = await run(response, {}, { resultBranch: 'agent/x' });
    assert.equal(history.conversations[0]?.resultBranch, 'agent/x');
    const without = await run(response, {}, { resultBranch: undefined });
    assert.ok(!('resultBranch' in without.history.conversations[0]!));
  });

  it("records nothing of a request that can't be sent as is", async () => {
    const misfit = failedRequest({ kind: 'invalidRequest', field: 'suggested_task.a', expected: 'absent' }, false);
    const { diary, result } = await run(response, {}, {}, misfit);
    assert.deepEqual([diary, result], [[], { outcome: 'notStarted', id: 's1', error: misfit }]);
  });

  it('sends the request once, unchanged, with the signal', async () => {
    const { signal } = new AbortController();
    const { client } = await run(response, {}, { signal });
    assert.deepEqual([client.requests, client.signals], [[request], [signal, signal]]);
  });

  const outcomes: readonly (readonly [string, typeof response | Error, object, readonly object[]])[] = [
    [
      'started',
      response,
      { outcome: 'started', id: 's1', response },
      [{ outcome: 'started', conversationId: 'c1', status: 'STARTING', reportedAt: 1000 }],
    ],
    ['not started', refused, { outcome: 'notStarted', id: 's1', error: refused }, [{ outcome: 'notStarted' }]],
    ['may have started', lost, { outcome: 'mayHaveStarted', id: 's1', error: lost }, [{ outcome: 'mayHaveStarted' }]],
  ];
  for (const [title, answer, result, changes] of outcomes)
    it(`ends as "${title}"`, async () => {
      const outcome = await run(answer);
      assert.deepEqual([outcome.result, outcome.history.changes], [result, changes]);
    });

  describe('with a requested id', () => {
    const mine = { request: { ...request, conversation_id: 'c1' } };
    const running = { ...response, conversation_status: 'RUNNING' };

    for (const [status, wasStartedHere] of [
      ['RUNNING', false],
      ['STARTING', true],
      ['STOPPED', true],
    ] as const)
      it(`may have joined a conversation, if it is reported as ${status}`, async () => {
        const answer = { ...response, conversation_status: status };
        const { history, result } = await run(answer, {}, mine, undefined, () => wasStartedHere);
        assert.ok('error' in result && result.error instanceof JoinedConversation);
        assert.deepEqual([result.outcome, result.id, result.error.conversationId], ['mayHaveStarted', 's1', 'c1']);
        assert.deepEqual(history.changes, [
          { outcome: 'mayHaveStarted', conversationId: 'c1', status, reportedAt: 1000 },
        ]);
      });

    for (const [title, answer, more] of [
      ['a new one that is starting', response, mine],
      ['a new one that is reported as stopped', { ...response, conversation_status: 'STOPPED' }, mine],
      ['one that runs under an id of the service', running, {}],
    ] as const)
      it(`has started ${title}`, async () => {
        const { result } = await run(answer, {}, more);
        assert.equal(result.outcome, 'started');
      });
  });

  it('takes an unexpected error for "may have started"', async () => {
    const { result } = await run(new TypeError('bug'));
    assert.equal(result.outcome, 'mayHaveStarted');
  });

  const statuses: readonly (readonly [string, string])[] = [
    ['A_STATUS_OF_ITS_OWN', 'A_STATUS_OF_ITS_OWN'],
    ['<b>RUN</b>\u202eNING\n', 'RUN NING'],
    ['', ''],
  ];
  for (const [conversation_status, status] of statuses)
    it(`records the status ${JSON.stringify(conversation_status).slice(0, 30)} in displayable form`, async () => {
      const { history, result } = await run({ ...response, conversation_status });
      assert.deepEqual(history.changes, [{ outcome: 'started', conversationId: 'c1', status, reportedAt: 1000 }]);
      assert.ok('response' in result && result.response['conversation_status'] === conversation_status);
    });

  for (const conversation_status of [null, undefined])
    it(`records no report if the status is ${conversation_status}`, async () => {
      const { history } = await run({ ...response, conversation_status } as unknown as typeof response);
      assert.deepEqual(history.changes, [{ outcome: 'started', conversationId: 'c1' }]);
    });

  it("sends nothing if it can't be recorded", async () => {
    const { client, result } = await run(response, { sent: true });
    assert.deepEqual(
      [client.requests, result],
      [[], { outcome: 'notStarted', id: 's1', error: new Error('disk full') }],
    );
  });

  for (const changed of ['rejects', 'throws'] as const)
    for (const [title, answer, expected] of outcomes)
      it(`stays "${title}" if recording it ${changed}`, async () => {
        const { result } = await run(answer, { changed });
        assert.deepEqual(result, expected);
      });
});
