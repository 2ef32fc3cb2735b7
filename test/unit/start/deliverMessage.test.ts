import assert from 'node:assert/strict';
import type { AgentEvent, AgentMessage, AnswerOperations, MessageOperations } from '../../../src/client/client';
import { apis } from '../../../src/client/apis/registry';
import type { AnswerSource } from '../../../src/answer/lastAnswer';
import { type AskService, NotConnected } from '../../../src/service/serviceConnection';
import { type Delivery, deliverMessage, isAnswered } from '../../../src/start/deliverMessage';
import { failedRequest } from '../../support/failedRequest';
import { addressOf } from '../../support/addressOf';
import { SkippingClock } from '../../support/clocks';

describe('a message whose answer was lost', () => {
  const sentAt = Date.UTC(2026, 0, 2);
  const at = (milliseconds: number) => new Date(sentAt + milliseconds).toISOString().slice(0, -1);
  const lost = failedRequest({ kind: 'connectionLost' });
  /** The pauses before the looks for it, in milliseconds, and how often it was looked for. */
  let pauses: number[];
  let looks: number;
  const removed = new NotConnected({ kind: 'noKey', address: addressOf('https://agents.example') });

  for (const [what, newest, outcome, error, since = []] of [
    ['was sent if the newest one has its words and is as new', at(0), 'sent', lost],
    ['may have been sent if the same words got known late', at(-1), 'mayBeSent', lost],
    ['was sent if the newest one is as new in UTC', `${at(0)}Z`, 'sent', lost],
    ['may have been sent if the same words in UTC got known late', `${at(-1)}Z`, 'mayBeSent', lost],
    ['may have been sent if the time of the newest one is none', '2026-13-32T25:00:00', 'mayBeSent', lost],
    [
      'was sent if the agent, and somebody in the browser, have written since',
      at(1),
      'sent',
      lost,
      [
        { kind: 'message', by: 'user', text: 'Stop', at: at(3) },
        { kind: 'message', by: 'agent', text: 'Which one?', at: at(2) },
      ],
    ],
    ["wasn't sent if its key was removed just before", at(1), 'notSent', removed],
  ] as const)
    it(what, async () => assert.equal(await outcomeOf(newest, at(-1000), error, since), outcome));

  it('is looked for until half a minute has passed', async () => {
    assert.equal(await outcomeOf(at(0), at(-1000), lost, [], 3), 'sent');
    assert.deepEqual([pauses, looks], [[0, 5_000, 10_000, 20_000], 4]);
  });

  it("isn't looked for any more once the user has canceled", async () => {
    assert.equal(await outcomeOf(at(0), at(-1000), lost, [], 0, AbortSignal.abort()), 'mayBeSent');
    assert.equal(looks, 0);
  });

  for (const [zone, hours] of [
    ['St. John’s', -3.5],
    ['UTC', 0],
    ['Kiritimati', 14],
  ] as const)
    it(`is found by its time if the clock of the agent's machine shows that of ${zone}`, async () => {
      const there = (milliseconds: number) => at(hours * 3_600_000 + milliseconds);
      assert.equal(await outcomeOf(there(200), there(-60_000), lost), 'sent');
      assert.equal(await outcomeOf(there(200), '', lost), 'sent');
      assert.equal(await outcomeOf(there(7 * 60_000), there(-60_000), lost), 'sent');
      assert.equal(await outcomeOf(there(-5_000), there(-60_000), lost), 'mayBeSent');
      assert.equal(await outcomeOf(there(-60_000), there(-60_000), lost), 'mayBeSent');
    });

  async function outcomeOf(
    newest: string,
    before: string,
    error: Error,
    since: readonly AgentMessage[] = [],
    lateBy = 0,
    signal = new AbortController().signal,
  ): Promise<Delivery['outcome']> {
    [pauses, looks] = [[], 0];
    const message = { initial_user_msg: 'Go on', run: true };
    const client = {
      sendMessage: (_: string, sent: object, given?: AbortSignal) => {
        assert.deepEqual([sent, given === signal], [message, true]);
        return Promise.reject(error);
      },
      newestEvents: () => assert.fail('more than the newest one is read'),
      newestMessages: (_: string, given?: AbortSignal) => {
        assert.equal(given, signal);
        const own = { kind: 'message', by: 'user', text: 'Go on', at: newest } as const;
        return Promise.resolve(looks++ < lateBy ? [] : [...since, own]);
      },
      waitingActions: () => assert.fail('nothing waits'),
      unansweredActions: () => assert.fail('nothing waits'),
    };
    const messages: AskService<MessageOperations> = (ask) => ask(client);
    const answers: AskService<AnswerOperations> = (ask) => ask(client);
    const ended = { dispose: () => undefined };
    const clock = {
      now: () => sentAt,
      after: (pause: number, run: () => void) => (pauses.push(pause), setImmediate(run), ended),
    };
    const delivery = await deliverMessage('c', message, { before, sentAt }, { messages, answers, clock }, signal);
    return delivery.outcome;
  }
});

describe('a message that was added to a run which has ended since', () => {
  const own: AgentMessage = { kind: 'message', by: 'user', text: 'Go on', at: '2026-01-02T03:04:05.2' };
  const asked: AgentMessage = { ...own, by: 'agent', at: '2026-01-02T03:04:05.3' };
  const more: AgentMessage = { ...own, text: 'And this', at: '2026-01-02T03:04:05.4' };
  const finish = (at: string): AgentEvent => ({ kind: 'finish', text: 'Done.', at });
  const finished = finish('2026-01-02T03:04:05.3');
  const begun: AgentEvent = { kind: 'action', tool: 'terminal', details: [], at: '2026-01-02T03:04:05.3' };
  const never = () => assert.fail('not asked');

  type Page = readonly AgentMessage[] | undefined;
  // prettier-ignore
  const rows: readonly (readonly [what: string, expected: boolean, pages: readonly Page[], action?: AgentEvent])[] = [
    ['was read if the agent has finished later', true, [[own]], finished],
    ['was read if the agent has asked later', true, [[asked, own]]],
    ['may not have been read if the agent asked before', false, [[own, { ...asked, at: '2026-01-02T03:04:05.1' }]], begun],
    ['was read if it and its answer get known late', true, [[], [own]], finished],
    ['may not have been read if the agent finished before', false, [[own]], finish('2026-01-02T03:04:05.1')],
    ['may not have been read if the user has written more later, and the agent has only begun something', false, [[more, own]], begun],
    ['may not have been read if the service answers nothing', false, [undefined]],
    ['was read if the service answers nothing at first', true, [undefined, [own]], finished],
    ['may not have been read if nothing of it is known', false, [[]], finished],
    ['may not have been read if the same words were answered before it was sent', false, [[{ ...own, at: '2026-01-02T03:04:04' }]], finished],
  ];
  for (const [what, expected, pages, action] of rows)
    it(what, async () => {
      const left = [...pages];
      const { signal } = new AbortController();
      const client: AnswerOperations = {
        newestMessages: (_, given) => {
          assert.equal(given, signal);
          const page = left.length > 1 ? left.shift() : left[0];
          return page ? Promise.resolve(page) : Promise.reject(new Error('no answer'));
        },
        newestEvents: (_, kinds, given) => {
          assert.deepEqual([kinds, given === signal], [['ActionEvent'], true]);
          return Promise.resolve([action]);
        },
        waitingActions: never,
        unansweredActions: never,
      };
      const clock = new SkippingClock();
      const message = { initial_user_msg: 'Go on', run: false };
      const before = '2026-01-02T03:04:05';
      const { pauses } = apis.v1.answers;
      const source: AnswerSource = { answers: (ask) => ask(client), pauses, clock };
      const began = clock.now();
      assert.equal(await isAnswered('c', message, before, source, signal), expected);
      const longest = pauses.reduce((sum, pause) => sum + pause, 0);
      if (!expected) assert.equal(clock.now() - began, longest, 'nobody knows before the last pause is over');
    });

  it("isn't looked after any more once the user has canceled", async () => {
    let asked = 0;
    const source: AnswerSource = {
      answers: () => Promise.reject(new Error(`${asked++}`)),
      pauses: [1],
      clock: new SkippingClock(),
    };
    const message = { initial_user_msg: 'Go on', run: false };
    assert.deepEqual([await isAnswered('c', message, '', source, AbortSignal.abort()), asked], [false, 0]);
  });
});
