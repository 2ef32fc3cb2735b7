import type { Conversation } from './conversation';
import { canAskStatus, isOver, startsWithin } from './reportedStatus';
import { pauseAfter, type Clock } from '../base/clock';
import { MutableDisposable, type Disposable } from '../base/lifecycle';
import { originOf } from '../base/url';

const second = 1000;

/** Milliseconds between two requests for one conversation: while it starts, and after that. */
export const intervals = { starting: 3 * second, later: 30 * second } as const;

/** The longest pause after failures, in milliseconds, unless the service asks for a longer one. */
export const longestPause = 5 * 60 * second;

/** Milliseconds during which a conversation is followed after its start, and after each follow-up. */
export const followedFor = 24 * 60 * 60 * second;

function isFollowable(conversation: Conversation, now: number): boolean {
  const { sentAt, sendingAt = 0 } = conversation;
  return canAskStatus(conversation) && !isOver(conversation) && now - Math.max(sentAt, sendingAt) < followedFor;
}

/** An end of a conversation that this window was the first to learn of. */
export interface End {
  readonly conversation: Conversation;
  /** True if the conversation had already ended when its status was first asked for. */
  readonly isFirst: boolean;
}

export interface AskResult {
  readonly conversations: readonly Conversation[];
  readonly ends?: readonly End[];
  /** Absent if the service answered. */
  readonly failure?: { readonly retryAfterSeconds?: number | undefined };
}

/** Conversations of one service whose status is due. The first one must be asked for, the others may be. */
export type Due = readonly [Conversation, ...Conversation[]];

interface FollowerPorts extends Clock {
  /**
   * The conversations of followed services, newest first; empty while this window doesn't have the focus, so that only one
   * window asks for them.
   */
  readonly conversations: () => readonly Conversation[];
  /**
   * Asks for the status of the first conversation and, in the same request, of as many others as the service's API allows.
   * Saves the answer.
   * @param hasChanged true if the service's key or API has changed since the question: an error may be due to the old one
   */
  readonly ask: (due: Due, hasChanged: () => boolean) => Promise<AskResult>;
  readonly announce: (ends: readonly End[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Asks followed services for the status of conversations that may still change. */
export class Follower implements Disposable {
  readonly #ports: FollowerPorts;
  readonly #byOrigin = new Map<string, FollowedService>();

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  /** Has to be called whenever the conversations may have changed. */
  look(): void {
    for (const { baseUrl } of this.#ports.conversations()) {
      const origin = originOf(baseUrl);
      if (!this.#byOrigin.has(origin)) this.#byOrigin.set(origin, new FollowedService(origin, this.#ports));
    }
    for (const service of this.#byOrigin.values()) service.look();
  }

  /** Asks a service again at once, and ends the pause after failures, because their cause may be gone. */
  retry(origin: string): void {
    this.#byOrigin.get(origin)?.retry();
  }

  dispose(): void {
    for (const service of this.#byOrigin.values()) service.dispose();
  }
}

/** Follows one service: sends one request at a time, and then waits until the next conversation is due. */
class FollowedService implements Disposable {
  readonly #origin: string;
  readonly #ports: FollowerPorts;
  readonly #timer = new MutableDisposable();
  /** By id of the conversation. */
  readonly #lastAskedAt = new Map<string, number>();
  #failures = 0;
  /** The round of questions being asked. Once the key or the API has changed, its errors may be due to the old one. */
  #round: { hasChanged: boolean } | undefined;
  /** True during the pause after a failure. */
  #isPausing = false;
  #isDisposed = false;

  constructor(origin: string, ports: FollowerPorts) {
    this.#origin = origin;
    this.#ports = ports;
  }

  look(): void {
    if (this.#round || this.#isPausing) return;
    const waits = this.#followed().map((one) => this.#dueAt(one) - this.#ports.now());
    const wait = Math.min(...waits);
    if (wait <= 0) this.#ask().catch(this.#ports.onError);
    else this.#timer.value = wait === Infinity ? undefined : this.#ports.after(wait, () => this.look());
  }

  retry(): void {
    if (this.#round) this.#round.hasChanged = true;
    this.#failures = 0;
    this.#lastAskedAt.clear();
    this.#endPause();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.dispose();
  }

  /**
   * Asks once for each conversation that is due. Those that come due meanwhile are asked for next time, so that the
   * ends of one round are announced together.
   */
  async #ask(): Promise<void> {
    const round = { hasChanged: false };
    this.#round = round;
    const left = new Set(this.#dueBy(this.#ports.now()).map(({ id }) => id));
    const ends: End[] = [];
    let asked = await this.#askOnce(left, round);
    while (asked) {
      for (const { id } of asked.conversations) left.delete(id);
      ends.push(...(asked.ends ?? []));
      if (asked.failure) break;
      asked = await this.#askOnce(left, round);
    }
    if (ends.length > 0) this.#ports.announce(ends);
    this.#round = undefined;
    if (asked?.failure && round.hasChanged) {
      this.retry();
      return;
    }
    const pause = asked?.failure ? this.#pauseAfter(asked) : 0;
    if (pause === 0) {
      this.look();
      return;
    }
    this.#isPausing = true;
    this.#timer.value = this.#ports.after(pause, () => this.#endPause());
  }

  #endPause(): void {
    this.#isPausing = false;
    this.look();
  }

  async #askOnce(left: ReadonlySet<string>, round: { readonly hasChanged: boolean }): Promise<AskResult | undefined> {
    // Conversations that are due soon are added, because the same request can ask for them.
    const due = this.#dueBy(this.#ports.now(), 1 / 2);
    const first = due.find(({ id }) => left.has(id));
    if (!first) return undefined;
    const asked = await this.#ports
      .ask([first, ...due.filter((one) => one !== first)], () => round.hasChanged)
      .catch((error: unknown): AskResult => {
        this.#ports.onError(error);
        return { conversations: [first], failure: {} };
      });
    for (const { id } of asked.conversations) this.#lastAskedAt.set(id, this.#ports.now());
    this.#failures = asked.failure ? this.#failures + 1 : 0;
    return asked;
  }

  #pauseAfter({ conversations: [first], failure }: AskResult): number {
    const interval = first ? intervalOf(first, this.#ports.now()) : intervals.later;
    return pauseAfter(this.#failures, { first: 2 * interval, longest: longestPause }, failure?.retryAfterSeconds);
  }

  /**
   * The conversations for which this share of the interval has passed since they were last asked for, in the order of
   * `#followed`.
   */
  #dueBy(now: number, share = 1): readonly Conversation[] {
    return this.#followed().filter((one) => this.#lastOf(one) + share * intervalOf(one, now) <= now);
  }

  /** The conversations to ask for. The one whose last request is the longest ago comes first. */
  #followed(): readonly Conversation[] {
    if (this.#isDisposed) return [];
    const now = this.#ports.now();
    const followed = this.#ports
      .conversations()
      .filter((one) => originOf(one.baseUrl) === this.#origin && isFollowable(one, now));
    // Several starts may have led to the same conversation, which is asked for once.
    const each = new Map(followed.toReversed().map((one) => [`${one.baseUrl} ${one.conversationId}`, one]));
    return [...each.values()].toReversed().sort((a, b) => this.#lastOf(a) - this.#lastOf(b));
  }

  #dueAt(conversation: Conversation): number {
    return this.#lastOf(conversation) + intervalOf(conversation, this.#ports.now());
  }

  /** Time of the last request, in this window or another one; 0 if there was none. */
  #lastOf({ id, reportedAt = 0 }: Conversation): number {
    // Times in the future mean that the clock was set back. They're ignored: otherwise, nothing would be asked until then.
    const now = this.#ports.now();
    return Math.max(0, ...[this.#lastAskedAt.get(id) ?? 0, reportedAt].filter((at) => at <= now));
  }
}

function intervalOf({ status, sentAt, endedAt }: Conversation, now: number): number {
  // For a conversation that starts, some services report that it is stopped, and old ones report no status.
  const isStarting = status === undefined || status === 'STARTING' || (status === 'STOPPED' && endedAt === undefined);
  return isStarting && now - sentAt <= startsWithin ? intervals.starting : intervals.later;
}
