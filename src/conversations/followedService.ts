import type { Conversation } from './conversation';
import { startsWithin } from './reportedStatus';
import { pauseAfter, type Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';

const second = 1000;

/** Times between two questions for one conversation, in milliseconds: while it starts, and after that. */
const intervals = { starting: 3 * second, later: 30 * second } as const;

/** The longest wait after a failure, unless the service asks for a longer one. In milliseconds. */
export const longestPause = 5 * 60 * second;

/** Timers take no longer wait, and a clock may be set. In milliseconds. */
const longestTimer = 60 * 60 * second;

/** An end that this window was the first to hear of. */
export interface End {
  readonly conversation: Conversation;
  /** It was in the first answer about the conversation after that to the start. */
  readonly isFirst: boolean;
}

/** One question, for the status of these conversations. */
export interface Asked {
  readonly conversations: readonly Conversation[];
  readonly ends?: readonly End[];
  /** Nothing came of it this time. */
  readonly failure?: { readonly retryAfterSeconds?: number };
}

/** Conversations of one service, the one to be asked for first. */
export type Due = readonly [Conversation, ...Conversation[]];

export interface AskingPorts extends Clock {
  /**
   * Asks for the status of conversations in one request, and takes the answer: of the first one, and of as many others
   * as the service can be asked for with it. Never rejects.
   */
  readonly ask: (due: Due) => Promise<Asked>;
  /** Tells the user of ends: of all that were heard of before there is nothing left to ask for at the moment. */
  readonly announce: (ends: readonly End[]) => void;
}

/**
 * One service that is asked for the status of conversations: one question at a time, each conversation at its time or,
 * where one question can be for several, with another one's.
 */
export class FollowedService implements Disposable {
  readonly #ports: AskingPorts;
  readonly #conversations: () => readonly Conversation[];
  /** Times of the last questions, by id. */
  #asked = new Map<string, number>();
  #failures = 0;
  /** The number of conversations to ask for together, by the id of one of them: it may be why a request failed. */
  readonly #most = new Map<string, number>();
  #pause = { from: 0, milliseconds: 0 };
  /** Those that weren't announced yet. */
  #ends: readonly End[] = [];
  #timer: Disposable | undefined;
  #isAsking = false;
  #isDisposed = false;

  /** @param conversations those to ask for at this moment */
  constructor(ports: AskingPorts, conversations: () => readonly Conversation[]) {
    this.#ports = ports;
    this.#conversations = conversations;
  }

  /** Called whenever the conversations to ask for may have changed. */
  look(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const [next] = this.#inOrder();
    if (this.#isAsking || this.#isDisposed) return;
    const wait = next && Math.max(0, next.at - this.#ports.now());
    if (wait !== 0) this.#announce();
    if (wait === undefined) return;
    this.#timer = this.#ports.after(Math.min(wait, longestTimer), () => this.#askNext());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#announce();
    this.#timer?.dispose();
  }

  #announce(): void {
    const ends = this.#ends;
    this.#ends = [];
    if (ends.length > 0) this.#ports.announce(ends);
  }

  /** Each with the times of its last and its next question, the first one first. */
  #inOrder(): readonly Turn[] {
    const now = this.#ports.now();
    const { from, milliseconds } = this.#pause;
    // If the clock was set back, what comes after now says nothing about how long ago it was.
    const pausedUntil = from > now ? now : from + milliseconds;
    return (
      this.#conversations()
        .map((conversation) => {
          const { id, reportedAt = 0 } = conversation;
          const last = Math.max(0, ...[this.#asked.get(id) ?? 0, reportedAt].filter((at) => at <= now));
          return { conversation, last, at: Math.max(last + intervalOf(conversation, now), pausedUntil) };
        })
        // After a failure, all are due at once: one that always fails must not keep the others from being asked.
        .sort((a, b) => a.at - b.at || a.last - b.last)
    );
  }

  #askNext(): void {
    const now = this.#ports.now();
    const [next, ...others] = this.#inOrder();
    if (!next || next.at > now) {
      this.look();
      return;
    }
    this.#isAsking = true;
    const taken = (asked: Asked) => {
      this.#isAsking = false;
      this.#take(asked);
      this.look();
    };
    const first = next.conversation;
    const failed = () => taken({ conversations: [first], failure: {} });
    // With another one, it costs nothing to be asked for early.
    const along = others.filter(({ conversation, last }) => last + intervalOf(conversation, now) / 2 <= now);
    this.#ports.ask([first, ...this.#together(first, along)]).then(taken, failed);
  }

  #together(first: Conversation, turns: readonly Turn[]): readonly Conversation[] {
    const mostOf = ({ id }: Conversation) => this.#most.get(id) ?? Infinity;
    const together: Conversation[] = [];
    let most = mostOf(first);
    for (const { conversation } of turns) {
      const fewer = Math.min(most, mostOf(conversation));
      if (together.length + 2 > fewer) continue;
      most = fewer;
      together.push(conversation);
    }
    return together;
  }

  #take({ conversations, ends = [], failure }: Asked): void {
    const now = this.#ports.now();
    this.#asked = new Map([...this.#asked].filter(([, at]) => now - at < longestPause));
    for (const { id } of conversations) {
      this.#asked.set(id, now);
      if (!failure) this.#most.delete(id);
      else if (failure.retryAfterSeconds === undefined)
        this.#most.set(id, Math.max(1, Math.floor(conversations.length / 2)));
    }
    this.#ends = [...this.#ends, ...ends];
    if (!failure) {
      this.#failures = 0;
      this.#pause = { from: 0, milliseconds: 0 };
      return;
    }
    this.#failures++;
    const [first] = conversations;
    const pauses = { first: 2 * (first ? intervalOf(first, now) : intervals.later), longest: longestPause };
    this.#pause = { from: now, milliseconds: pauseAfter(this.#failures, pauses, failure.retryAfterSeconds) };
  }
}

interface Turn {
  readonly conversation: Conversation;
  /** In milliseconds since 1970; 0 if it was never asked for. */
  readonly last: number;
  readonly at: number;
}

/** Time between two questions for this conversation, in milliseconds. */
function intervalOf({ status, sentAt, endedAt }: Conversation, now: number): number {
  // Before anything else was reported, some services report a start as stopped, and old ones don't report anything.
  const isStarting = status === undefined || status === 'STARTING' || (status === 'STOPPED' && endedAt === undefined);
  // If the clock was set back since, nothing is known of its age.
  return isStarting && now >= sentAt && now - sentAt <= startsWithin ? intervals.starting : intervals.later;
}
