import assert from 'node:assert/strict';
import type { AgentEvent, EventKind } from '../../../src/client/agentOperations';
import { agentEvent, eventsAnswer } from '../../../src/client/v1/agentOperations';
import { lastAnswer, type LastAnswer } from '../../../src/answer/lastAnswer';
import { exchange, followUpExchanges } from '../../service/v1/exchanges';

const never = new AbortController().signal;

function recorded(note: string): AgentEvent | undefined {
  const [item] = eventsAnswer.parse(exchange(note, followUpExchanges).body).items;
  return item && agentEvent(item, (text) => text);
}

const own = recorded("error: newest message is the person's")!;
const question = recorded("send: the agent's question: a MessageEvent of source agent")!;
const finish = recorded('events: newest ActionEvent: the finish call, the final answer')!;
const waiting = recorded('confirmation: the action that waits')!;
const failure = recorded('error: the event')!;
const step: AgentEvent = { at: '2026-11-23T16:06:07.468461', kind: 'action', details: [['command', 'sleep 12']] };

/** Answers each question with what is there at that time: one row per round of questions. */
class Asked {
  readonly questions: string[] = [];
  readonly waits: number[] = [];
  readonly #rounds: readonly Partial<Record<EventKind, AgentEvent>>[];
  readonly #status: string | null;
  constructor(status: string | null, ...rounds: readonly Partial<Record<EventKind, AgentEvent>>[]) {
    this.#status = status;
    this.#rounds = rounds;
  }

  async answer(): Promise<LastAnswer> {
    return lastAnswer(
      'c1',
      {
        conversations: () => Promise.resolve([this.#status === null ? null : { status: this.#status }]),
        newestEvent: (_id, kind) => {
          this.questions.push(kind);
          return Promise.resolve(this.#rounds[Math.min(this.waits.length, this.#rounds.length - 1)]?.[kind]);
        },
      },
      (milliseconds) => Promise.resolve(this.waits.push(milliseconds)),
      never,
    );
  }
}

describe('what the agent said last', () => {
  const rows: readonly (readonly [title: string, asked: Asked, expected: Partial<LastAnswer>, questions: number])[] = [
    [
      'its question',
      new Asked('FINISHED', { MessageEvent: question, ActionEvent: step }),
      { kind: 'answer', text: 'Which database should I use, PostgreSQL or SQLite?' },
      2,
    ],
    [
      'its final answer',
      new Asked('FINISHED', { MessageEvent: own, ActionEvent: { ...finish, at: '2026-11-23T23:00:00.0' } }),
      {
        kind: 'answer',
        text: 'I added `hello.py`, which prints a greeting, and updated the README.\n\nNothing else was changed.',
      },
      2,
    ],
    [
      'the later of a message and a final answer',
      new Asked('FINISHED', { MessageEvent: question, ActionEvent: finish }),
      { kind: 'answer', at: question.at },
      2,
    ],
    [
      "nothing, while it works on the user's message",
      new Asked('RUNNING', { MessageEvent: { ...own, at: '2026-11-23T23:00:00.0' }, ActionEvent: finish }),
      { kind: 'noAnswer', sentAt: '2026-11-23T23:00:00.0' },
      2,
    ],
    [
      'the action that waits',
      new Asked('WAITING_FOR_CONFIRMATION', { ActionEvent: waiting }),
      {
        kind: 'waits',
        summary: 'remove the build folder',
        risk: 'HIGH',
        details: [
          ['tool', 'terminal'],
          ['command', 'rm -rf build && echo removed'],
        ],
      },
      1,
    ],
    [
      'its error',
      new Asked('AGENT_ERROR', { ConversationErrorEvent: failure, MessageEvent: own }),
      { kind: 'error', code: 'LLMAuthenticationError' },
      1,
    ],
    ["its answer, if an error isn't told", new Asked('AGENT_ERROR', { MessageEvent: question }), { kind: 'answer' }, 3],
    ['nothing, if there are no events', new Asked('RUNNING', {}), { kind: 'noAnswer' }, 2],
    ["nothing, of a conversation that the service doesn't know", new Asked(null, {}), { kind: 'unknown' }, 0],
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

  it('is said to be missing after 35 seconds, and not asked for while the agent works', async () => {
    const never = new Asked('FINISHED', { MessageEvent: own });
    assert.equal((await never.answer()).kind, 'noAnswer');
    assert.deepEqual(never.waits, [5_000, 10_000, 20_000]);
    const works = new Asked('RUNNING', { MessageEvent: own });
    await works.answer();
    assert.deepEqual(works.waits, []);
  });
});
