import type { Conversation } from './conversation';
import { isAskable, isOver, startsWithin } from './reportedStatus';
import { pauseAfter, pauseFor, type Clock } from '../base/clock';
import { Slot, type Disposable } from '../base/lifecycle';
import { urlOf } from '../base/url';

const second = 1000;

/** Times between two questions for one conversation, in milliseconds: while it starts, and after that. */
export const intervals = { starting: 3 * second, later: 30 * second } as const;

/** The longest wait after a failure, unless the service asks for a longer one. In milliseconds. */
export const longestPause = 5 * 60 * second;

/** Time after its start during which a conversation is followed, in milliseconds. */
export const followedFor = 24 * 60 * 60 * second;

/** True if a conversation is asked for, if its service is followed. */
function isFollowable(conversation: Conversation, now: number): boolean {
  return isAskable(conversation) && !isOver(conversation) && now - conversation.sentAt < followedFor;
}

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
  readonly failure?: { readonly retryAfterSeconds?: number | undefined };
}

/** Conversations of one service, the one to be asked for first. */
export type Due = readonly [Conversation, ...Conversation[]];

export interface FollowerPorts extends Clock {
  /**
   * The conversations of followed services, newest first, while this window has the focus; otherwise none. So only one
   * of several windows asks for them.
   */
  readonly conversations: () => readonly Conversation[];
  /**
   * Asks for the status of conversations in one request, and takes the answer: of the first one, and of as many others
   * as the service can be asked for with it.
   */
  readonly ask: (due: Due) => Promise<Asked>;
  /** Tells the user about all ends that were found in one round of requests. */
  readonly announce: (ends: readonly End[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Asks followed services for the status of conversations that aren't known to be over: each one question at a time. */
export class Follower implements Disposable {
  readonly #ports: FollowerPorts;
  /** Origins of the services that are being asked, or left alone after a failure. */
  readonly #busy = new Set<string>();
  /** Numbers of the last questions that failed one after the other, by origin. */
  readonly #failures = new Map<string, number>();
  /** Times of the last questions, by id. */
  readonly #asked = new Map<string, number>();
  /** The number of conversations to ask for together, by the id of one of them: it may be why a request failed. */
  readonly #most = new Map<string, number>();
  readonly #timer = new Slot();
  readonly #ending = new AbortController();

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  /** Called whenever the conversations to ask for, or what is known of them, may have changed. */
  look(): void {
    const now = this.#ports.now();
    for (const { origin, at } of this.#turns())
      if (at <= now && !this.#busy.has(origin)) this.#ask(origin).catch(this.#ports.onError);
    const waits = this.#turns().map(({ at }) => at - now);
    const timer = waits.length > 0 ? this.#ports.after(Math.min(...waits), () => this.look()) : undefined;
    this.#timer.put(timer);
  }

  dispose(): void {
    this.#ending.abort();
    this.#timer.dispose();
  }

  /** Asks for each that is due, once. What comes due meanwhile is for the next round: its ends are announced together. */
  async #ask(origin: string): Promise<void> {
    this.#busy.add(origin);
    const now = this.#ports.now();
    const round = new Set(this.#turns(origin).flatMap(({ id, at }) => (at <= now ? id : [])));
    const ends: End[] = [];
    let failed: Asked | undefined;
    for (let due = this.#due(origin, round); due && !failed; due = this.#due(origin, round)) {
      const [first] = due;
      const asked = await this.#ports.ask(due).catch((error: unknown): Asked => {
        this.#ports.onError(error);
        return { conversations: [first], failure: {} };
      });
      for (const { id } of asked.conversations) round.delete(id);
      ends.push(...(asked.ends ?? []));
      this.#note(origin, asked);
      if (asked.failure) failed = asked;
    }
    if (ends.length > 0) this.#ports.announce(ends);
    if (failed) {
      const [first] = failed.conversations;
      const pauses = { first: 2 * (first ? intervalOf(first, now) : intervals.later), longest: longestPause };
      const pause = pauseAfter(this.#failures.get(origin) ?? 1, pauses, failed.failure?.retryAfterSeconds);
      await pauseFor(pause, this.#ports, this.#ending.signal);
    }
    this.#busy.delete(origin);
    this.look();
  }

  /** The next one of a round, and those that may be asked for with it: that costs nothing, even if they're early. */
  #due(origin: string, round: ReadonlySet<string>): Due | undefined {
    const now = this.#ports.now();
    const turns = this.#turns(origin);
    const next = turns.find(({ id }) => round.has(id));
    if (!next) return undefined;
    const mostOf = ({ id }: { readonly id: string }) => this.#most.get(id) ?? Infinity;
    const along = turns.filter((turn) => turn.last + turn.interval / 2 <= now && mostOf(turn) === mostOf(next));
    const others = along.filter((turn) => turn !== next).slice(0, mostOf(next) - 1);
    return [next.conversation, ...others.map(({ conversation }) => conversation)];
  }

  /**
   * Each with the times of its last question, 0 if it was never asked for, and its next one: those that weren't asked
   * for the longest come first.
   * @param of one service; otherwise, all that aren't busy
   */
  #turns(of?: string) {
    if (this.#ending.signal.aborted) return [];
    const now = this.#ports.now();
    const followed = this.#ports.conversations().filter((one) => isFollowable(one, now));
    // Several starts may have led to one conversation: it's asked for once, for the newest.
    const each = new Map(followed.toReversed().map((one) => [`${one.baseUrl} ${one.conversationId}`, one]));
    return [...each.values()]
      .toReversed()
      .map((conversation) => {
        const { id, baseUrl, reportedAt = 0 } = conversation;
        // Once the clock is set back, times after now say nothing, and waiting for them would end the following for hours.
        const last = Math.max(0, ...[this.#asked.get(id) ?? 0, reportedAt].filter((at) => at <= now));
        const interval = intervalOf(conversation, now);
        return { id, origin: urlOf(baseUrl)?.origin ?? '', conversation, interval, last, at: last + interval };
      })
      .filter(({ origin }) => (of === undefined ? !this.#busy.has(origin) : origin === of))
      .sort((a, b) => a.last - b.last);
  }

  #note(origin: string, { conversations, failure }: Asked): void {
    const now = this.#ports.now();
    this.#failures.set(origin, failure ? (this.#failures.get(origin) ?? 0) + 1 : 0);
    for (const { id } of conversations) {
      this.#asked.set(id, now);
      if (!failure) this.#most.delete(id);
      else if (failure.retryAfterSeconds === undefined)
        this.#most.set(id, Math.max(1, Math.floor(conversations.length / 2)));
    }
  }
}

function intervalOf({ status, sentAt, endedAt }: Conversation, now: number): number {
  // Before anything else was reported, some services report a start as stopped, and old ones don't report anything.
  const isStarting = status === undefined || status === 'STARTING' || (status === 'STOPPED' && endedAt === undefined);
  return isStarting && now - sentAt <= startsWithin ? intervals.starting : intervals.later;
}
