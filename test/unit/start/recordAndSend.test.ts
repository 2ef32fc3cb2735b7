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

interface Case {
  readonly failing?: ConstructorParameters<typeof RecordingHistory>[1];
  readonly more?: Partial<Start>;
  readonly misfit?: Error;
  readonly mayRunAs?: RecordPorts['mayRunAs'];
}

async function run(answer: typeof response | Error, { failing, more, misfit, mayRunAs = () => false }: Case = {}) {
  const diary: Diary = [];
  const client = new ScriptedClient(diary, answer, misfit);
  const history = new RecordingHistory(diary, failing);
  const log = new RecordingLog();
  const ports = { client, startClient: client, history, log, now: () => 1000, after: systemClock.after, mayRunAs };
  const result = await recordAndSend({ ...start, ...more }, ports);
  return { diary, client, history, result };
}

describe('recordAndSend', () => {
  it('records the start as "sending", without secrets, before sending it, and the outcome afterwards', async () => {
    const { history, diary } = await run(response, { more: { workspace: 'file:///w' } });
    assert.deepEqual(diary, ['remembered', 'request', 'changed s1']);
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
    const { history } = await run(response, { more: { resultBranch: 'agent/x' } });
    assert.equal(history.conversations[0]?.resultBranch, 'agent/x');
  });

  it("records nothing of a request that can't be sent as is", async () => {
    const misfit = failedRequest({ kind: 'invalidRequest', field: 'suggested_task.a', expected: 'absent' }, false);
    const { diary, result } = await run(response, { misfit });
    assert.deepEqual([diary, result], [[], { outcome: 'notStarted', id: 's1', error: misfit }]);
  });

  it('sends the request once, unchanged, with the signal', async () => {
    const { signal } = new AbortController();
    const { client } = await run(response, { more: { signal } });
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
        const { history, result } = await run(answer, { more: mine, mayRunAs: () => wasStartedHere });
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
        const { result } = await run(answer, { more });
        assert.equal(result.outcome, 'started');
      });
  });

  it('takes an unexpected error for "may have started"', async () => {
    const { result } = await run(new TypeError('bug'));
    assert.equal(result.outcome, 'mayHaveStarted');
  });

  it('records a status in displayable form', async () => {
    const { history, result } = await run({ ...response, conversation_status: '<b>RUN</b>\u202eNING\n' });
    const change = { outcome: 'started', conversationId: 'c1', status: 'RUN NING', reportedAt: 1000 };
    assert.deepEqual(history.changes, [change]);
    assert.ok('response' in result && result.response['conversation_status'] === '<b>RUN</b>\u202eNING\n');
  });

  for (const conversation_status of [null, undefined])
    it(`records no report if the status is ${conversation_status}`, async () => {
      const { history } = await run({ ...response, conversation_status } as unknown as typeof response);
      assert.deepEqual(history.changes, [{ outcome: 'started', conversationId: 'c1' }]);
    });

  it("sends nothing if it can't be recorded", async () => {
    const { client, result } = await run(response, { failing: { sent: true } });
    const notStarted = { outcome: 'notStarted', id: 's1', error: new Error('disk full') };
    assert.deepEqual([client.requests, result], [[], notStarted]);
  });

  for (const [title, answer, expected, changes] of outcomes)
    for (const changed of [undefined, 'rejects', 'throws'] as const)
      it(`ends as "${title}" if recording it ${changed ?? 'succeeds'}`, async () => {
        const { result, history } = await run(answer, { failing: changed && { changed } });
        assert.deepEqual([result, history.changes], [expected, changed ? [] : changes]);
      });
});
