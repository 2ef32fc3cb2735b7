import type { Conversation } from './conversation';
import { FollowedService, type AskingPorts } from './followedService';
import { isAskable, isOver } from './reportedStatus';
import type { Disposable } from '../base/lifecycle';

/** Time after its start during which a conversation is followed, in milliseconds. */
export const followedFor = 24 * 60 * 60 * 1000;

/** True if a conversation is asked for, if its service is followed. */
export function isFollowable(conversation: Conversation, now: number): boolean {
  return isAskable(conversation) && !isOver(conversation) && now - conversation.sentAt < followedFor;
}

export interface FollowerPorts extends AskingPorts {
  /** Those that this machine started, newest first. */
  readonly conversations: () => readonly Conversation[];
  /** The origin of a conversation's service if the user agreed to asking it and it can be asked. */
  readonly followedOrigin: (conversation: Conversation) => string | undefined;
  /** True while this window has the focus. */
  readonly isFocused: () => boolean;
}

/**
 * Asks followed services for the status of the conversations started from this machine that aren't known to be over,
 * while this window has the focus. Of several windows, one has it.
 */
export class Follower implements Disposable {
  readonly #ports: FollowerPorts;
  readonly #services = new Map<string, FollowedService>();
  /** Times when those that were sent later than now were first seen, by id: the clock was set back since their start. */
  readonly #seenAt = new Map<string, number>();
  #isDisposed = false;

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  /** Called whenever an answer of the ports may have changed. */
  look(): void {
    if (this.#isDisposed) return;
    for (const origin of this.#followed().keys()) {
      if (this.#services.has(origin)) continue;
      const service = new FollowedService(this.#ports, () => this.#followed().get(origin) ?? []);
      this.#services.set(origin, service);
    }
    // One that isn't followed at the moment stays: if it has just failed, it isn't asked sooner after a change of focus.
    for (const service of this.#services.values()) service.look();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const service of this.#services.values()) service.dispose();
    this.#services.clear();
  }

  /** The conversations to ask for, by the origin of their service. */
  #followed(): ReadonlyMap<string, readonly Conversation[]> {
    const { now, conversations, followedOrigin, isFocused } = this.#ports;
    const byOrigin = new Map<string, Conversation[]>();
    if (!isFocused()) return byOrigin;
    const seen = new Set<string>();
    const since = now() - followedFor;
    for (const conversation of conversations()) {
      if (conversation.sentAt <= since) break;
      if (this.#begunAt(conversation, now()) <= since) continue;
      // Several starts may have led to one conversation: it's asked for once.
      const origin = isFollowable(conversation, now()) ? followedOrigin(conversation) : undefined;
      const key = `${origin} ${conversation.conversationId}`;
      if (origin === undefined || seen.has(key)) continue;
      seen.add(key);
      const others = byOrigin.get(origin);
      if (others) others.push(conversation);
      else byOrigin.set(origin, [conversation]);
    }
    return byOrigin;
  }
  /** Time from which on it is followed, in milliseconds since 1970. */
  #begunAt({ id, sentAt }: Conversation, now: number): number {
    const seenAt = this.#seenAt.get(id) ?? (sentAt > now ? now : undefined);
    if (seenAt === undefined) return sentAt;
    const begunAt = Math.min(seenAt, now);
    this.#seenAt.set(id, begunAt);
    return begunAt;
  }
}
