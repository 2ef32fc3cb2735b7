import assert from 'node:assert/strict';
import type { AgentEvent, EventKind, WaitingAction } from '../../../src/client/client';
import {
  agentEvent,
  eventsAnswer,
  unansweredActions,
  waitingActions,
} from '../../../src/client/apis/events/agentEvents';
import type { Clock } from '../../../src/base/clock';
import { apis } from '../../../src/client/apis/registry';
import { lastAnswer, type LastAnswer } from '../../../src/answer/lastAnswer';
import { exchange, followUpExchanges } from '../../service/v1/exchanges';
import { SkippingClock } from '../../support/clocks';

const never = new AbortController().signal;
const clock = new SkippingClock();

function recorded(note: string): AgentEvent | undefined {
  const [item] = eventsAnswer.parse(exchange(note, followUpExchanges).body).items;
  return item && agentEvent(item, (text) => text);
}

const own = recorded("error: newest message is the person's")!;
const question = recorded("send: the agent's question: a MessageEvent of source agent")!;
const finish = recorded('events: newest ActionEvent: the finish call, the final answer')!;
const waiting = recorded('confirmation: the action that waits') as WaitingAction;
const failure = recorded('error: the event')!;
const [night, soonAfter] = ['2026-11-23T23:00:00.0', '2026-11-23T23:00:01.0'];
const step: AgentEvent = { at: '2026-11-23T16:06:07.468461', kind: 'action', tool: 'terminal', details: [] };

type Round = Partial<Record<EventKind, AgentEvent>> & { readonly waiting?: readonly WaitingAction[] };

/** Answers each question with what is there at that time: one row per round of questions. */
class Asked {
  readonly questions: string[] = [];
  readonly waits: number[] = [];
  pauses: readonly number[] = apis.v1.answers.pauses;
  readonly #rounds: readonly Round[];
  readonly #status: string;
  constructor(status: string, ...rounds: readonly Round[]) {
    this.#status = status;
    this.#rounds = rounds;
  }

  async answer(): Promise<LastAnswer> {
    return lastAnswer(
      'c1',
      this.#status,
      {
        answers: (ask) =>
          ask({
            newestEvents: (_id, kinds, given) => Promise.all(kinds.map((kind) => this.#ask(kind, given))),
            newestMessages: () => assert.fail('that is asked after a message'),
            waitingActions: (_id, given) => this.#ask('waiting', given),
            unansweredActions: () => assert.fail('that is asked before a message'),
          }),
        pauses: this.pauses,
        clock: { now: clock.now, after: this.#after },
      },
      never,
    );
  }

  readonly #after: Clock['after'] = (milliseconds, run) => {
    this.waits.push(milliseconds);
    return clock.after(milliseconds, run);
  };

  #ask<Name extends keyof Round>(what: Name, signal?: AbortSignal): Promise<Round[Name] | undefined> {
    assert.equal(signal, never);
    this.questions.push(what);
    const round: Round | undefined = this.#rounds[Math.min(this.waits.length, this.#rounds.length - 1)];
    return Promise.resolve(round?.[what]);
  }
}

describe('what the agent said last', () => {
  // prettier-ignore
  const rows: readonly (readonly [title: string, asked: Asked, expected: Partial<LastAnswer>, questions: number])[] = [
    ['its question', new Asked('FINISHED', { MessageEvent: question, ActionEvent: step }), { kind: 'answer', text: 'Which database should I use, PostgreSQL or SQLite?' }, 2],
    [
      'its final answer',
      new Asked('FINISHED', { MessageEvent: own, ActionEvent: { ...finish, at: night } }),
      {
        kind: 'answer',
        text: 'I added `hello.py`, which prints a greeting, and updated the README.\n\nNothing else was changed.',
      },
      2,
    ],
    ['the later of a message and a final answer', new Asked('FINISHED', { MessageEvent: question, ActionEvent: finish }), { kind: 'answer', at: question.at }, 2],
    ['its final answer after its question', new Asked('FINISHED', { MessageEvent: question, ActionEvent: { ...finish, at: night } }), { kind: 'answer', at: night }, 2],
    ["nothing, while it works on the user's message", new Asked('RUNNING', { MessageEvent: { ...own, at: night }, ActionEvent: finish }), { kind: 'noAnswer', sentAt: night }, 2],
    ['the action that waits', new Asked('WAITING_FOR_CONFIRMATION', { waiting: [waiting] }), { kind: 'waits', actions: [waiting] }, 1],
    [
      'no action, if those that wait are never all there: never one of an earlier step',
      new Asked('WAITING_FOR_CONFIRMATION', { ActionEvent: waiting }),
      { kind: 'waits', actions: [] },
      4,
    ],
    ['its error', new Asked('AGENT_ERROR', { ConversationErrorEvent: failure, MessageEvent: own }), { kind: 'error', code: 'LLMAuthenticationError' }, 3],
    [
      'the error of this run, when it comes',
      new Asked(
        'AGENT_ERROR',
        { ConversationErrorEvent: failure, MessageEvent: { ...own, at: night } },
        { ConversationErrorEvent: { ...failure, at: soonAfter }, MessageEvent: own },
      ),
      { kind: 'error', at: soonAfter },
      6,
    ],
    ["its answer, if an error isn't told", new Asked('AGENT_ERROR', { MessageEvent: question }), { kind: 'answer' }, 12],
    ['nothing, if there are no events', new Asked('RUNNING', {}), { kind: 'noAnswer' }, 2],
  ];
  for (const [title, asked, expected, questions] of rows)
    it(`is ${title}`, async () => {
      const answer = await asked.answer();
      assert.deepEqual({ ...answer, ...expected }, answer);
      assert.equal(asked.questions.length, questions);
    });

  it('is asked for again after the end of a run, because it may arrive half a minute late', async () => {
    const late = new Asked('FINISHED', { MessageEvent: own }, { MessageEvent: own }, { MessageEvent: question });
    // The recorded ones are of different conversations.
    assert.ok(own.at > '2026' && question.at > '2026');
    const answer = await new Asked('FINISHED', { MessageEvent: own }).answer();
    assert.equal(answer.kind, 'noAnswer');
    assert.equal((await late.answer()).kind, 'answer');
    assert.deepEqual(late.waits, [5_000, 10_000]);
  });

  it('is asked for again while the action that waits is on its way', async () => {
    const late = new Asked('WAITING_FOR_CONFIRMATION', {}, { waiting: [waiting] });
    assert.equal((await late.answer()).kind, 'waits');
    assert.deepEqual(late.waits, [5_000]);
  });

  it('is said to be missing after 35 seconds, and not asked for while the agent works', async () => {
    for (const status of ['FINISHED', 'IDLE', 'STUCK', 'AGENT_ERROR']) {
      const never = new Asked(status, { MessageEvent: own });
      assert.equal((await never.answer()).kind, 'noAnswer');
      assert.deepEqual(never.waits, [5_000, 10_000, 20_000], status);
    }
    const works = new Asked('RUNNING', { MessageEvent: own });
    await works.answer();
    assert.deepEqual(works.waits, []);
  });

  it('is said to be missing after 3 seconds where events are known at once', async () => {
    const never = new Asked('FINISHED', { MessageEvent: own });
    never.pauses = apis.agent.answers.pauses;
    assert.equal((await never.answer()).kind, 'noAnswer');
    assert.deepEqual(never.waits, [1_000, 2_000]);
  });
});

describe('the actions that wait for a confirmation', () => {
  const event = (kind: string, more: object = {}) => ({ kind, timestamp: '2026-11-23T16:09:23.8', ...more });
  const act = (command: string, action: object | null = { command }) =>
    event('ActionEvent', { id: command, tool_call_id: `call ${command}`, action });
  const turn = (value: string) => event('ConversationStateUpdateEvent', { key: 'execution_status', value });
  const waits = turn('waiting_for_confirmation');
  const result = (of: string) => event('ObservationEvent', { action_id: of, tool_call_id: `call ${of}` });
  const failed = (of: string) => event('AgentErrorEvent', { tool_call_id: `call ${of}` });
  const heard = event('MessageEvent', { source: 'user' });
  const fullState = event('ConversationStateUpdateEvent', {
    key: 'full_state',
    value: { execution_status: 'waiting_for_confirmation' },
  });
  const others = (count: number) => Array.from({ length: count }, (_, at) => act(`step ${at}`));

  // Newest first.
  // prettier-ignore
  const rows: readonly (readonly [
    title: string,
    events: readonly object[],
    commands: readonly string[] | undefined,
  ])[] = [
    ['the one without a result', [waits, act('b'), result('a'), act('a'), heard], ['b']],
    ['all of a step, oldest first', [waits, act('c'), act('b'), act('a'), heard], ['a', 'b', 'c']],
    ['beside calls that failed', [waits, act('c'), failed('b'), act('b'), act('a'), heard], ['a', 'c']],
    ['beside calls that were not valid', [waits, act('b', null), act('a'), heard], ['a']],
    ['below a message that was only added', [heard, fullState, waits, act('a'), heard], ['a']],
    ['if the whole state says that it waits', [fullState, act('a'), heard], ['a']],
    ['beside an answer of the user, whose action is a word', [waits, act('a'), event('AskUserResponseEvent', { action: 'accept' }), heard], ['a']],
    ['not if one of them is in an unknown form', [waits, act('b'), event('ActionEvent', { id: 'a', action: 'rm' }), heard], undefined],
    ['not before the status has come: the rest of the step may follow', [act('a'), heard], undefined],
    ['not after another status', [turn('running'), waits, act('a'), heard], undefined],
    ['not if they have results', [waits, result('a'), act('a'), heard], undefined],
    ['not if there are none', [waits, heard], undefined],
    ['not if one of them is too long to show', [waits, act('b'), act('x'.repeat(200_001)), heard], undefined],
    ['not if there may be older ones', [waits, ...others(29)], undefined],
    ['if older steps are known to be over', [waits, ...others(28), heard], Array.from({ length: 28 }, (_, at) => `step ${27 - at}`)],
  ];
  for (const [title, events, commands] of rows)
    it(`are known: ${title}`, () => {
      const { items } = eventsAnswer.parse({ items: events });
      const actions = waitingActions(unansweredActions(items, items.length < 30, (text) => text));
      assert.deepEqual(
        actions?.map(({ details }) => details.find(([name]) => name === 'command')?.[1]),
        commands,
      );
    });
});
