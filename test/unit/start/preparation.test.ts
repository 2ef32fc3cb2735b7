import fc from 'fast-check';
import assert from 'node:assert/strict';
import { isPreparing, type Conversation } from '../../../src/conversations/conversation';
import { withChange } from '../../../src/conversations/mergeConversations';
import {
  askPreparation,
  outcomeClient,
  PreparationError,
  maxPreparationTime,
} from '../../../src/conversations/preparation';
import type { Progress, StartResult } from '../../../src/conversations/acceptedStart';
import { NotConnected } from '../../../src/service/serviceConnection';
import { recordAndSend, type Start } from '../../../src/start/recordAndSend';
import { addressOf } from '../../support/addressOf';
import { failedRequest } from '../../support/failedRequest';
import { FakeClock } from '../../support/clocks';
import { RecordingLog } from '../../support/recordingLog';
import { PreparingClient, RecordingHistory, taskThatSays, type Diary, type Said } from '../../support/startFakes';

const second = 1000;
const start: Start = {
  id: 's1',
  request: { initial_user_msg: 'Fix it' },
  baseUrl: 'http://h',
  timeoutSeconds: 10,
  sender: 'here.7',
  proposedId: 'f'.repeat(32),
  signal: new AbortController().signal,
};
const status = (code: number, retryAfterSeconds?: number) =>
  failedRequest({ kind: 'status', status: code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

const refused = failedRequest({ kind: 'refused' });
const lost = failedRequest({ kind: 'connectionLost' });
interface Known {
  readonly remembered?: PreparingClient['remembered'];
  readonly known?: ConstructorParameters<typeof PreparingClient>[2];
  readonly answer?: ConstructorParameters<typeof PreparingClient>[3];
}

describe('a start that a service accepts and then prepares', () => {
  let clock: FakeClock;
  let began: number;

  beforeEach(() => {
    clock = new FakeClock();
    began = clock.now();
  });

  /** Starts, and lets time pass until there is a result; times are in seconds since the start. */
  async function run(
    script: readonly Said[],
    { known = null, remembered = [], answer }: Known = {},
    more: Partial<Start> = {},
  ) {
    const diary: Diary = [];
    const client = new PreparingClient(diary, script, known, answer);
    client.remembered = remembered;
    const history = new RecordingHistory(diary);
    const times: number[] = [];
    const progress: Progress[] = [];
    const log = new RecordingLog();
    const asking = client.startTask.bind(client);
    client.startTask = (...question) => {
      times.push((clock.now() - began) / second);
      return asking(...question);
    };
    let result: StartResult | undefined;
    const ports = {
      client,
      startClient: client,
      history,
      now: clock.now,
      after: clock.after,
      log,
      mayRunAs: () => false,
      onProgress: (now: Progress) => progress.push(now),
    };
    const sent = { ...start, ...more };
    const settled = recordAndSend(sent, ports).then((one) => (result = one));
    // The disk isn't part of the fake time.
    while (history.conversations.length === 0) await new Promise((resolve) => setImmediate(resolve));
    for (let waited = 0; result === undefined && waited < 2 * maxPreparationTime; waited += second)
      await clock.pass(second);
    await settled;
    for (const signal of client.signals) assert.equal(signal, sent.signal, 'all of it can be canceled');
    return { result: result!, client, history, times, progress, log, diary, row: rowOf(history) };
  }

  /** The conversation as the history has it. */
  function rowOf({ conversations: [conversation], changes }: RecordingHistory): Conversation {
    return changes.reduce<Conversation>((row, change) => withChange(row, change, began), conversation!);
  }

  const endOf = (result: StartResult) =>
    'error' in result && result.error instanceof PreparationError ? result.error.end : undefined;

  it('is sent once, saved as preparing, asked for every 3 seconds, and started when it is ready', async () => {
    const { result, client, history, times, progress, row } = await run([
      'WAITING_FOR_SANDBOX',
      'A_NEW_STAGE',
      'READY',
    ]);
    assert.deepEqual(result, { outcome: 'started', id: 's1', response: { status: 'ok', conversation_id: 'c1' } });
    assert.equal(client.requests.length, 1);
    assert.deepEqual(times, [3, 6, 9]);
    assert.deepEqual(client.asked, ['t1', 't1', 't1']);
    const stages = ['WORKING', 'WAITING_FOR_SANDBOX', 'A_NEW_STAGE'];
    assert.deepEqual(
      progress,
      stages.map((stage) => ({ stage, unanswered: 0 })),
    );
    const preparing = { outcome: 'preparing', taskId: 't1' };
    assert.deepEqual(history.changes, [
      { ...preparing, stage: 'WORKING', stageAt: began },
      { ...preparing, stage: 'WAITING_FOR_SANDBOX', stageAt: began + 3 * second },
      { ...preparing, stage: 'A_NEW_STAGE', stageAt: began + 6 * second },
      { outcome: 'started', conversationId: 'c1' },
    ]);
    assert.deepEqual([row.outcome, isPreparing(row)], ['started', false]);
  });

  it('proposes an id that is saved before anything is sent, and is not part of the remembered request', async () => {
    const { client, history, diary } = await run(['READY']);
    assert.deepEqual(client.requests, [{ initial_user_msg: 'Fix it', conversation_id: start.proposedId }]);
    assert.deepEqual(diary.slice(0, 2), ['remembered', 'request']);
    const { proposedId, request } = history.conversations[0]!;
    assert.deepEqual([proposedId, request], [start.proposedId, { initial_user_msg: 'Fix it' }]);
  });

  for (const [said, detail] of [
    [['ERROR', 'no LLM key'], 'no LLM key'],
    ['ERROR', undefined],
  ] as const) {
    it(`fails with the reason that the service gives, if any: ${detail}`, async () => {
      const { result, row, client } = await run(['SETTING_UP_SKILLS', said]);
      assert.deepEqual([result.outcome, row.outcome, client.requests.length], ['notStarted', 'notStarted', 1]);
      assert.deepEqual(endOf(result), { kind: 'failed', ...(detail !== undefined && { detail }) });
      assert.ok('error' in result && result.error instanceof PreparationError);
      assert.deepEqual([result.error.id, result.error.baseUrl], [start.id, start.baseUrl]);
    });

    it(`fails at once if the service answers so: ${detail}`, async () => {
      const { result, client } = await run([], { answer: taskThatSays(said) });
      assert.deepEqual([result.outcome, client.asked], ['notStarted', []]);
    });
  }

  it('may have started if the service forgets it, for instance after a restart', async () => {
    const { result, row, client } = await run(['PREPARING_REPOSITORY', null]);
    assert.equal(result.outcome, 'mayHaveStarted');
    assert.deepEqual(endOf(result), { kind: 'lost' });
    // One answer alone may come from an instance that doesn't know it yet.
    const forgotten = ['t1', `conversation ${start.proposedId}`];
    assert.deepEqual(client.asked, ['t1', ...forgotten, ...forgotten, ...forgotten]);
    assert.equal(row.outcome, 'mayHaveStarted');
  });

  it('goes on after one answer that the task is unknown', async () => {
    const { result } = await run([null, null, 'WORKING', null, null, 'READY']);
    assert.equal(result.outcome, 'started');
  });

  for (const said of [null, status(404)])
    it(`has started if the service ${said ? 'no longer takes the question' : 'forgets the task'}, and knows the conversation`, async () => {
      const known = { status: 'RUNNING', runtime_status: 'X', page_url: 'https://page.example/c' };
      const { result, row } = await run([said], { known });
      assert.equal('response' in result && result.response.conversation_status, 'RUNNING');
      const expected = {
        conversationId: start.proposedId,
        status: 'RUNNING',
        runtimeStatus: 'X',
        pageUrl: 'https://page.example/c',
      };
      assert.partialDeepStrictEqual(row, { outcome: 'started', ...expected, reportedAt: began + 3 * second });
    });

  it('stays preparing when the user stops waiting, and nothing waits for it any more', async () => {
    const cancelling = new AbortController();
    clock.after(10 * second, () => cancelling.abort());
    const { result, row, times } = await run(['RUNNING_SETUP_SCRIPT'], {}, { signal: cancelling.signal });
    assert.deepEqual([result.outcome, endOf(result)], ['preparing', { kind: 'cancelled' }]);
    assert.deepEqual([isPreparing(row), row.stage, row.waiter], [true, 'RUNNING_SETUP_SCRIPT', '']);
    assert.deepEqual(times, [3, 6, 9]);
    assert.equal(clock.timers, 0);
  });

  it('stays preparing after 10 minutes', async () => {
    const { result, row, history } = await run(['WAITING_FOR_SANDBOX']);
    assert.deepEqual([result.outcome, endOf(result)], ['preparing', { kind: 'late', unanswered: 0 }]);
    assert.deepEqual([clock.now() - began, isPreparing(row)], [maxPreparationTime, true]);
    const { length } = history.changes;
    assert.ok(10 < length && length < 30, 'a stage that stays is saved now and then');
  });

  it('waits longer after each failure, up to 30 seconds, and as briefly as before after an answer', async () => {
    const { times, client } = await run([refused, status(500), refused, refused, refused, refused, 'WORKING', 'READY']);
    assert.deepEqual(times, [3, 6, 12, 24, 48, 78, 108, 111]);
    assert.deepEqual(new Set(client.asked), new Set(['t1']), 'the conversation is asked for only if there is no task');
  });

  it('tells how many of the last questions were not answered, and logs each', async () => {
    const { progress, log } = await run([refused, status(503), 'WAITING_FOR_SANDBOX', 'READY']);
    const unanswered = progress.map((now) => [now.stage, now.unanswered]);
    assert.deepEqual(unanswered, [
      ['WORKING', 0],
      ['WORKING', 1],
      ['WORKING', 2],
      ['WAITING_FOR_SANDBOX', 0],
    ]);
    assert.equal(log.lines.filter((line) => line.includes("wasn't reported on")).length, 2);
  });

  it('knows that the last questions were not answered when time is up', async () => {
    const end = endOf((await run([refused])).result);
    assert.ok(end?.kind === 'late' && end.unanswered > 10, JSON.stringify(end));
  });

  it('waits as long as the service asks for, and does not ask earlier when time is up', async () => {
    const { times, result } = await run([status(429, 100), status(503, 550), 'READY']);
    assert.deepEqual([times, result.outcome], [[3, 103], 'preparing']);
  });

  for (const code of [401, 403, 404])
    it(`is no longer waited for if the service rejects the question with ${code}`, async () => {
      const error = status(code);
      const { result, row, times } = await run([error]);
      assert.deepEqual([result.outcome, endOf(result), times], ['preparing', { kind: 'rejected', error }, [3]]);
      assert.deepEqual([isPreparing(row), row.waiter], [true, '']);
      assert.equal('error' in result && (result.error as Error).cause, error);
    });

  it('is no longer waited for once its key is removed: the service would count as one that is not responding', async () => {
    const error = new NotConnected({ kind: 'noKey', address: addressOf('http://h') });
    const { result, times, progress } = await run(['WORKING', error]);
    assert.deepEqual([result.outcome, endOf(result), times], ['preparing', { kind: 'rejected', error }, [3, 6]]);
    assert.ok(progress.every(({ unanswered }) => unanswered === 0));
  });

  describe('whose answer was lost', () => {
    it('has started if the service knows the proposed id', async () => {
      const { result, row, client, history } = await run([], { answer: lost, known: { status: 'STARTING' } });
      assert.equal(result.outcome, 'started');
      assert.deepEqual([row.conversationId, row.status], [start.proposedId, 'STARTING']);
      assert.deepEqual([client.requests.length, client.asked], [1, [`conversation ${start.proposedId}`]]);
      assert.equal(history.changes[0]?.outcome, 'mayHaveStarted', 'saved before the question');
    });

    for (const [title, known] of [
      ["doesn't know it", null],
      ["can't be asked", lost],
    ] as const)
      it(`may have started if the service ${title}`, async () => {
        const { result, client } = await run([], { answer: lost, known });
        assert.deepEqual([result.outcome, client.asked.length], ['mayHaveStarted', known ? 1 : 2]);
        assert.equal('error' in result && result.error, lost);
      });

    const other = { proposedId: 'e'.repeat(32), task: taskThatSays(['ERROR', 'not ours']) };
    const ours = (said: Parameters<typeof taskThatSays>[0]) => [
      other,
      { proposedId: start.proposedId!, task: taskThatSays(said) },
    ];
    const questions = () => [`conversation ${start.proposedId}`, `starts since ${began - 600 * second}`];

    it('is saved as preparing, and waited for, if its task is found in a stage', async () => {
      const remembered = ours('WAITING_FOR_SANDBOX');
      const { result, client, history, times } = await run(['A_NEW_STAGE', 'READY'], { answer: lost, remembered });
      assert.deepEqual([result.outcome, client.requests.length, times], ['started', 1, [3, 6]]);
      assert.deepEqual(client.asked, [...questions(), 't1', 't1']);
      const preparing = { outcome: 'preparing', taskId: 't1' };
      assert.deepEqual(history.changes, [
        { outcome: 'mayHaveStarted' },
        { ...preparing, stage: 'WAITING_FOR_SANDBOX', stageAt: began },
        { ...preparing, stage: 'A_NEW_STAGE', stageAt: began + 3 * second },
        { outcome: 'started', conversationId: 'c1' },
      ]);
    });

    it("hasn't started if its task has failed, and says why", async () => {
      const remembered = ours(['ERROR', 'No sandbox']);
      const { result, client, row } = await run([], { answer: lost, remembered });
      assert.deepEqual([result.outcome, row.outcome, client.asked], ['notStarted', 'notStarted', questions()]);
      assert.deepEqual(endOf(result), { kind: 'failed', detail: 'No sandbox' });
    });

    it('has started if its task is ready', async () => {
      const { row, client } = await run([], { answer: lost, remembered: ours('READY') });
      assert.deepEqual([row.outcome, row.conversationId, client.asked], ['started', 'c1', questions()]);
    });

    for (const [title, remembered] of [
      ['only those of others are found', [other]],
      ["the service doesn't have the question", status(404)],
      ["the service doesn't answer", lost],
    ] as const)
      it(`may have started if ${title}`, async () => {
        const { result, client } = await run([], { answer: lost, remembered });
        assert.deepEqual([result.outcome, client.asked], ['mayHaveStarted', questions()]);
        assert.equal('error' in result && result.error, lost);
      });

    describe('and is asked for again', () => {
      const proposedId = '0B7F5B0E-7A31-4A57-9F5E-3D1F6A0C1A11';
      const ask = (remembered: PreparingClient['remembered']) => {
        const client = new PreparingClient([], []);
        client.remembered = remembered;
        return askPreparation(client, { proposedId, sentAt: 0 }, undefined);
      };
      const found = (said: Parameters<typeof taskThatSays>[0]) => [
        { proposedId: proposedId.replaceAll('-', '').toLowerCase(), task: taskThatSays(said) },
      ];

      it('is prepared, has failed, or has started, as its task says', async () => {
        assert.deepEqual(await ask(found('WORKING')), { kind: 'preparing', task: taskThatSays('WORKING') });
        assert.deepEqual(await ask(found(['ERROR', 'why'])), { kind: 'failed', detail: 'why' });
        assert.deepEqual(await ask(found('READY')), { kind: 'started', conversationId: 'c1' });
      });

      it('stays unknown if it has no task, or the service has no question for it', async () => {
        for (const remembered of [[other], status(404), status(405)])
          assert.deepEqual(await ask(remembered), { kind: 'lost' });
      });

      it('rejects if nothing came of the question', () => assert.rejects(ask(lost), lost));
    });

    for (const [what, more] of [
      ['the user cancelled it', { signal: AbortSignal.abort() }],
      ['no id was proposed', { proposedId: undefined }],
    ] as const)
      it(`may have started, and nothing is asked, if ${what}`, async () => {
        const { result, client } = await run([], { answer: lost }, more);
        assert.deepEqual([result.outcome, client.asked], ['mayHaveStarted', []]);
      });
  });

  it('is asked for as a task only where the API has tasks', () => {
    const service = { connect: () => assert.fail('nothing is asked yet') };
    const has = (api?: string) => 'preparation' in outcomeClient(service, { baseUrl: 'http://h', ...(api && { api }) });
    assert.deepEqual([has(), has('v0'), has('v1'), has('agent')], [false, false, true, false]);
  });

  it('is never sent again, whatever the service answers', async () => {
    // prettier-ignore
    const sayings: readonly Said[] = [
      'WORKING', 'WAITING_FOR_SANDBOX', '', 'READY', 'ERROR', null, ['ERROR', 'why'], status(429, 7), status(500), status(401),
      lost, new TypeError('bug'),
    ];
    const answers = [taskThatSays('WORKING'), taskThatSays('READY'), lost, status(503)];
    const outcomes = new Set<string>();
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...sayings), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(null, { status: 'RUNNING' }, status(500)),
      fc.constantFrom(...answers),
      fc.option(fc.nat(59), { freq: 3 }),
      async (script, known, answer, cancelAfter) => {
        const cancelling = new AbortController();
        if (cancelAfter !== null) clock.after(cancelAfter * second, () => cancelling.abort());
        began = clock.now();
        const { client, result, row } = await run(script, { known, answer }, { signal: cancelling.signal });
        assert.equal(client.requests.length, 1);
        assert.equal(row.outcome, result.outcome);
        outcomes.add(result.outcome);
      },
    );
    await fc.assert(property, { numRuns: 150 });
    assert.deepEqual([...outcomes].sort(), ['mayHaveStarted', 'notStarted', 'preparing', 'started']);
  });
});
