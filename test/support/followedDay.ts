import assert from 'node:assert/strict';
import type { Conversation, ConversationChange } from '../../src/conversations/conversation';
import { Follower, type AskResult, type Due, type End } from '../../src/conversations/follower';
import { saveReported } from '../../src/conversations/askStatus';
import { FakeClock } from './clocks';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const [here, there] = ['http://here', 'http://there'];

/** A question that was asked: for what, and when, in seconds since the beginning. */
type Question = readonly [id: string, seconds: number];

/** Services, the history that all windows share, and windows, in a time of their own. */
export class Day {
  readonly clock = new FakeClock();
  readonly begun = this.clock.now();
  readonly questions: Question[] = [];
  readonly followed = new Set([here]);
  readonly windows: Window[] = [];
  conversations: readonly Conversation[] = [];
  /** The ids of ends that were announced together, "first" after each that had ended before it was first asked for. */
  readonly announced: (readonly string[])[] = [];
  /** The ids of ends, as each is heard of. */
  readonly ended: string[] = [];
  readonly states = new Map<string, string | NonNullable<AskResult['failure']>>();
  /** How many conversations one request can ask for. */
  statesAtOnce = 1;
  /** The ids in each request. */
  readonly requests: (readonly string[])[] = [];

  get seconds(): number {
    return (this.clock.now() - this.begun) / second;
  }

  start(id: string, more: Partial<Conversation> = {}): void {
    const at = this.clock.now();
    const conversation: Conversation = {
      id,
      baseUrl: here,
      request: {},
      outcome: 'started',
      sentAt: at,
      deadline: at,
      conversationId: id,
      status: 'STARTING',
      reportedAt: at,
      ...more,
    };
    this.conversations = [conversation, ...this.conversations].sort((a, b) => b.sentAt - a.sentAt);
    if (!this.states.has(id)) this.states.set(id, 'STARTING');
    this.look();
  }

  readonly get = (id: string): Conversation | undefined => this.conversations.find((each) => each.id === id);

  readonly change = (id: string, change: ConversationChange): Promise<void> => {
    this.conversations = this.conversations.map((each) => (each.id === id ? { ...each, ...change } : each));
    this.look();
    return Promise.resolve();
  };

  readonly #claims = new Set<string>();

  readonly claim = (id: string, action: string): Promise<boolean> => {
    const isFirst = !this.#claims.has(`${id} ${action}`);
    this.#claims.add(`${id} ${action}`);
    return Promise.resolve(isFirst);
  };

  /** Takes a report, as a window does. */
  async take(asked: Conversation, status: string | null): Promise<readonly End[]> {
    const end = await saveReported(asked, status === null ? null : { status }, {
      history: this,
      now: this.clock.now,
      onEnd: ({ id }) => this.ended.push(id),
    });
    return end ? [end] : [];
  }

  /** Who has the focus from now on; nobody if there is none. */
  focus(window?: Window): void {
    for (const each of this.windows) each.isFocused = each === window;
    this.look();
  }

  look(): void {
    for (const { follower } of this.windows) follower.look();
  }

  async pass(milliseconds: number): Promise<void> {
    await this.clock.pass(milliseconds);
  }

  /** Asked for one conversation, in seconds since the beginning. */
  timesOf(id: string): readonly number[] {
    return this.questions.filter(([of]) => of === id).map(([, at]) => at);
  }
}

/** A window with a follower of its own. */
export class Window {
  isFocused = false;
  readonly follower: Follower;
  /** How long a service takes to answer, in milliseconds. */
  latency = 0;

  constructor(day: Day) {
    const { clock, followed } = day;
    this.follower = new Follower({
      now: clock.now,
      after: clock.after,
      conversations: () => day.conversations.filter(({ baseUrl }) => this.isFocused && followed.has(baseUrl)),
      ask: (due) => this.#ask(day, due),
      onError: (error) => assert.fail(String(error)),
      announce: (ends) =>
        day.announced.push(ends.map(({ conversation: { id }, isFirst }) => (isFirst ? `${id} first` : id))),
    });
    day.windows.push(this);
  }

  /** Fails as a whole if one of its conversations does. */
  async #ask(day: Day, due: Due): Promise<AskResult> {
    const { clock, followed } = day;
    const conversations = due.slice(0, day.statesAtOnce);
    day.requests.push(conversations.map(({ id }) => id));
    for (const { id } of conversations) day.questions.push([id, day.seconds]);
    if (this.latency > 0) await new Promise<void>((resolve) => void clock.after(this.latency, resolve));
    const said = conversations.map(({ id }) => day.states.get(id) ?? 'STARTING');
    const failure = said.find((state) => typeof state !== 'string');
    if (failure) return { conversations, failure };
    if (said.includes('not offered')) {
      followed.delete(due[0].baseUrl);
      return { conversations };
    }
    const ends: End[] = [];
    for (const [at, one] of conversations.entries())
      ends.push(...(await day.take(one, said[at] === 'unknown' ? null : (said[at] as string))));
    return { conversations, ends };
  }
}
