import type { Conversation } from './conversation';
import { FollowedService, type AskingPorts } from './followedService';
import { followedFor } from './followIntervals';
import { isAskable, isOver } from './reportedStatus';
import type { Disposable } from '../../base/common/lifecycle';

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
    const since = now() - followedFor;
    for (const conversation of conversations()) {
      if (conversation.sentAt <= since) break;
      const origin = isAskable(conversation) && !isOver(conversation) ? followedOrigin(conversation) : undefined;
      if (origin === undefined) continue;
      const others = byOrigin.get(origin);
      if (others) others.push(conversation);
      else byOrigin.set(origin, [conversation]);
    }
    return byOrigin;
  }
}
