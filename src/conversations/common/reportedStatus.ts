import { conversationIdProblem } from '../../client/common/conversationId';
import type { ConversationState } from '../../client/common/records';
import { isPreparing, outcomeAt, type Conversation, type ConversationChange } from './conversation';

/** States in which known services do nothing more for a conversation. Its sandbox is gone in the last one. */
const finals: readonly string[] = ['STOPPED', 'ERROR', 'ARCHIVED', 'MISSING'];

/** States in which the agent does nothing more until the user sends something, confirms, or helps. */
const rests: readonly string[] = ['FINISHED', 'STUCK', 'WAITING_FOR_CONFIRMATION', 'IDLE'];

/** States in which something happens by itself. */
export const activeStatuses: readonly string[] = ['STARTING', 'RUNNING'];

/**
 * Time that a conversation may take to start, in milliseconds. One that takes longer has probably failed: known services
 * then report it as starting forever.
 */
export const startsWithin = 15 * 60 * 1000;

/** True if the user can ask the service for its status: its id, which a service chose, can be part of a path. */
export function isAskable({ outcome, conversationId }: Conversation): boolean {
  return outcome === 'started' && conversationId !== undefined && conversationIdProblem(conversationId) === undefined;
}

/** True if the service can be asked for its status, or whether it has started. */
export function isRefreshable(conversation: Conversation, now = Date.now()): boolean {
  const { proposedId, taskId } = conversation;
  const isOpen = outcomeAt(conversation, now) === 'mayHaveStarted' && (proposedId ?? taskId) !== undefined;
  return isAskable(conversation) || isPreparing(conversation) || isOpen;
}

/**
 * True if the service, asked for the status, reported an end and no activity since. The answer to a start is no end; the
 * sandbox of what has ended may be paused.
 */
export function hasEnded(conversation: Conversation): boolean {
  const { endedAt, status } = conversation;
  if (endedAt === undefined) return false;
  return isUnknown(conversation) || (status !== undefined && !activeStatuses.includes(status));
}

/** True if it has ended and known services can't continue it, so that there is nothing more to ask for. */
export function isOver(conversation: Conversation): boolean {
  const { endedAt, status = '' } = conversation;
  return endedAt !== undefined && (finals.includes(status) || isUnknown(conversation));
}

/** True if it does nothing because it needs the user: nothing is said of its task. */
export function waits(conversation: Conversation): boolean {
  const { status = '' } = conversation;
  return !isUnknown(conversation) && ['WAITING_FOR_CONFIRMATION', 'IDLE', 'STUCK', 'PAUSED'].includes(status);
}

/** True if, after the one end, the other one is news: the user has continued it meanwhile. */
export function isOtherEnd(before = '', status = ''): boolean {
  return rests.includes(before) && before !== status && status !== 'IDLE' && [...rests, 'ERROR'].includes(status);
}

/** True if the service, last asked for the status, didn't know the conversation. */
export function isUnknown({ unknownAt, reportedAt = 0 }: Conversation): boolean {
  return unknownAt !== undefined && unknownAt >= reportedAt;
}

/** True if it had been starting for too long when its status was last reported. */
export function startsLong({ status, reportedAt = 0, sentAt, endedAt }: Conversation): boolean {
  return status === 'STARTING' && endedAt === undefined && reportedAt - sentAt > startsWithin;
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
  const end = { endedAt: now, endId };
  // The clock may have been set back, and of two reports the later one counts.
  const reportedAt = Math.max(now, conversation.reportedAt ?? 0, conversation.unknownAt ?? 0);
  if (state === null) return { unknownAt: reportedAt, ...(!hasEnded(conversation) && end) };
  const { status, runtime_status: runtimeStatus = '' } = state;
  return { status, reportedAt, runtimeStatus, ...(isEnd(conversation, status, now) && end) };
}

/** Age from which on a report that says the same replaces another one, in milliseconds: the views show its age. */
const staleAfter = 25_000;

/** True if an answer says something else than what is known, or the same after a while. */
export function isNews(known: Conversation, change: ConversationChange): boolean {
  if (change.endId !== undefined || change.status === undefined) return true;
  if (change.status !== known.status || change.runtimeStatus !== known.runtimeStatus) return true;
  return (change.reportedAt ?? 0) - (known.reportedAt ?? 0) >= staleAfter;
}

/** True if a state is an end that isn't known yet. */
function isEnd(conversation: Conversation, status: string, now: number): boolean {
  const { status: before } = conversation;
  if (isOtherEnd(before, status)) return true;
  if (hasEnded(conversation)) return false;
  if (finals.includes(status)) return isFinal(conversation, status, now);
  return rests.includes(status) && isRest(conversation, status);
}

/**
 * Some services report a new conversation as stopped until its start has got far enough, so that state must follow
 * another one, or be late.
 */
function isFinal({ status: before, sentAt }: Conversation, status: string, now: number): boolean {
  const hasRun = before !== undefined && !finals.includes(before);
  return status !== 'STOPPED' || hasRun || now - sentAt > startsWithin;
}

/** New ones are idle until they run. What has ended before is at rest again, and no news, when its sandbox is resumed. */
function isRest({ status: before, endedAt }: Conversation, status: string): boolean {
  return before === 'RUNNING' || (status !== 'IDLE' && endedAt === undefined);
}
