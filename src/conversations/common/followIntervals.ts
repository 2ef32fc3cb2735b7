import type { Conversation } from './conversation';
import { startsWithin } from './reportedStatus';

const second = 1000;

/** Times between two questions for one conversation, in milliseconds: while it starts, and after that. */
export const intervals = { starting: 3 * second, later: 30 * second } as const;

/** The longest wait after a failure, unless the service asks for a longer one. In milliseconds. */
export const longestPause = 5 * 60 * second;

/** Timers take no longer wait, and a clock may be set. In milliseconds. */
export const longestTimer = 60 * 60 * second;

/** Time after its start during which a conversation is followed, in milliseconds. */
export const followedFor = 24 * 60 * 60 * second;

/** Time between two questions for this conversation, in milliseconds. */
export function intervalOf({ status, sentAt, endedAt }: Conversation, now: number): number {
  // Before anything else was reported, some services report a start as stopped, and old ones don't report anything.
  const isStarting = status === undefined || status === 'STARTING' || (status === 'STOPPED' && endedAt === undefined);
  return isStarting && now - sentAt <= startsWithin ? intervals.starting : intervals.later;
}
