import type { ConversationState } from '../../client/common/records';
import type { Conversation, ConversationChange } from './conversation';

/** States in which known services do nothing more for a conversation. */
const ends: readonly string[] = ['STOPPED', 'ERROR', 'ARCHIVED'];

/**
 * Time that a conversation may take to start, in milliseconds. One that takes longer has probably failed: known services
 * then report it as starting forever.
 */
export const startsWithin = 15 * 60 * 1000;

/** True if the user can ask the service for its status. */
export function isAskable({ outcome, conversationId }: Conversation): boolean {
  return outcome === 'started' && conversationId !== undefined;
}

/** True if the service, asked for the status, reported an end and nothing else since. The answer to a start is no end. */
export function hasEnded(conversation: Conversation): boolean {
  const { endedAt, status = '' } = conversation;
  return endedAt !== undefined && (ends.includes(status) || isUnknown(conversation));
}

/** True if the service, last asked for the status, didn't know the conversation. */
export function isUnknown({ unknownAt, reportedAt = 0 }: Conversation): boolean {
  return unknownAt !== undefined && unknownAt >= reportedAt;
}

/** True if it had been starting for too long when its status was last reported. */
export function startsLong({ status, reportedAt = 0, sentAt }: Conversation): boolean {
  return status === 'STARTING' && reportedAt - sentAt > startsWithin;
}

/**
 * The service's answer to the question for the status, as a change of the history.
 * @param state `null` if the service doesn't know the conversation
 * @param endId random id, for the first report of an end
 */
export function changeBy(
  conversation: Conversation,
  state: ConversationState | null,
  now: number,
  endId: string,
): ConversationChange {
  const end = hasEnded(conversation) ? {} : { endedAt: now, endId };
  if (state === null) return { unknownAt: now, ...end };
  const { status, runtime_status: runtimeStatus = '' } = state;
  return { status, reportedAt: now, runtimeStatus, ...(isEnd(conversation, status, now) && end) };
}

/**
 * True if a state is an end. Some services report a new conversation as stopped until its start has got far enough, so
 * that state must follow another one, or be late.
 */
function isEnd({ status: before, sentAt }: Conversation, status: string, now: number): boolean {
  if (!ends.includes(status)) return false;
  const hasRun = before !== undefined && !ends.includes(before);
  return status !== 'STOPPED' || hasRun || now - sentAt > startsWithin;
}
