import type { Conversation } from './conversation';
import { intervalOf, intervals, longestPause, longestTimer } from './followIntervals';
import { pauseAfter, type Clock } from '../../base/common/clock';
import type { Disposable } from '../../base/common/lifecycle';

/** Result of one question, as far as the next one depends on it. */
export type Result =
  | { readonly kind: 'answered' }
  /** The service isn't asked again until the user wants it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number };

/** One question, for the status of these conversations. */
export interface Asked {
  readonly conversations: readonly Conversation[];
  readonly result: Result;
}

/** Conversations of one service, the one to be asked for first. */
export type Due = readonly [Conversation, ...Conversation[]];

export interface AskingPorts extends Clock {
  /**
   * Asks for the status of conversations in one request, and takes the answer: of the first one, and of as many others
   * as the service can be asked for with it. Never rejects.
   */
  readonly ask: (due: Due) => Promise<Asked>;
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
    if (!next || this.#isAsking || this.#isDisposed) return;
    const wait = Math.max(0, next.at - this.#ports.now());
    this.#timer = this.#ports.after(Math.min(wait, longestTimer), () => this.#askNext());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
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
    const failed = () => taken({ conversations: [first], result: { kind: 'failed' } });
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

  #take({ conversations, result }: Asked): void {
    const now = this.#ports.now();
    this.#asked = new Map([...this.#asked].filter(([, at]) => now - at < longestPause));
    for (const { id } of conversations) {
      this.#asked.set(id, now);
      if (result.kind !== 'failed') this.#most.delete(id);
      else if (result.retryAfterSeconds === undefined)
        this.#most.set(id, Math.max(1, Math.floor(conversations.length / 2)));
    }
    if (result.kind !== 'failed') {
      this.#failures = 0;
      this.#pause = { from: 0, milliseconds: 0 };
      return;
    }
    this.#failures++;
    const [first] = conversations;
    const pauses = { first: 2 * (first ? intervalOf(first, now) : intervals.later), longest: longestPause };
    this.#pause = { from: now, milliseconds: pauseAfter(this.#failures, pauses, result.retryAfterSeconds) };
  }
}

interface Turn {
  readonly conversation: Conversation;
  /** In milliseconds since 1970; 0 if it was never asked for. */
  readonly last: number;
  readonly at: number;
}
