import type { Event } from '../../base/common/event';

/** A service whose conversations the user agreed to follow, on this machine. */
export interface FollowedOrigin {
  /** Scheme, host and port. */
  readonly origin: string;
  /** It couldn't be asked, or rejected the question: it isn't asked again until the user wants it. */
  readonly isPaused: boolean;
}

/** The services that the user agreed to ask for the status of conversations, by origin. */
export interface FollowedServices {
  /** True if there is none, on no machine. */
  readonly isEmpty: boolean;
  readonly onDidChange: Event<void>;
  origins(): Promise<readonly FollowedOrigin[]>;
  /** True if the user agreed to it. */
  has(origin: string): Promise<boolean>;
  /** True if it's asked: the user agreed to it, and it isn't paused. */
  asks(origin: string): Promise<boolean>;
  /** Follows a service, or one that was paused again. */
  add(origin: string): Promise<void>;
  remove(origin: string): Promise<void>;
  pause(origin: string): Promise<void>;
  /** Follows a service again if it was paused, and no other. */
  resume(origin: string): Promise<void>;
}
