import type { Conversation, ConversationChange } from './conversation';
import { hasEnded, isActive, canAskStatus, hasBeenReported, waitsForConfirmation } from './reportedStatus';

/** Milliseconds after which a start, a stage or a report is too old to tell that a conversation is still running. */
const maxAge = 24 * 60 * 60 * 1000;

/** True if a conversation has ended or come to rest since the user last looked at it. */
export function isUnseenEnd(conversation: Conversation): boolean {
  const { endedAt = 0, lookedAt = 0 } = conversation;
  return hasEnded(conversation) && lookedAt < endedAt;
}

/** True if a start failed, or may have, and the user hasn't looked at it since. */
export function isUnseenFailure({ outcome, outcomeAt, sentAt, lookedAt = 0 }: Conversation): boolean {
  // The time is 0 if a window has concluded that the start was interrupted.
  return (outcome === 'notStarted' || outcome === 'mayHaveStarted') && lookedAt < (outcomeAt || sentAt);
}

/**
 * The conversation of a workspace that most needs the user's attention: the last one with an unseen end; else the
 * newest whose start is sent or prepared; else the newest that waits for a confirmation; else the newest that runs; else
 * the latest. A service that isn't asked for the status reports nothing after the start, so a conversation on it only counts
 * as running if it is the latest of the workspace.
 * @param conversations newest first
 */
export function conversationToShow(
  conversations: readonly Conversation[],
  workspace: string | undefined,
  now: number,
): Conversation | undefined {
  const ours = conversations.filter((conversation) => conversation.workspace === workspace);
  const [latest] = ours;
  const [ended] = ours.filter(isUnseenEnd).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  const starting = ours.find((one) => isStarting(one, now));
  const waiting = ours.find((one) => waitsForConfirmation(one) && isRecent(one.reportedAt ?? 0, now));
  const running = ours.find((one) => (one === latest || hasBeenReported(one)) && runs(one, now));
  return ended ?? starting ?? waiting ?? running ?? latest;
}

/**
 * The number of conversations started from this machine that may be running on a service. One whose status was never asked
 * for counts for a day: known services may have stopped it for another start, but don't say so.
 */
export function countPossiblyRunning(conversations: readonly Conversation[], baseUrl: string, now: number): number {
  const mayRun = (one: Conversation) =>
    isUnderway(one, now) || (!hasBeenReported(one) && canAskStatus(one) && isRecent(one.sentAt, now));
  return conversations.filter((one) => one.baseUrl === baseUrl && mayRun(one)).length;
}

/** True if it is being started, or runs, as far as was reported in the last day. */
export function isUnderway(conversation: Conversation, now: number): boolean {
  return isStarting(conversation, now) || runs(conversation, now);
}

function isStarting({ outcome, stageAt = 0 }: Conversation, now: number): boolean {
  return outcome === 'sending' || (outcome === 'preparing' && isRecent(stageAt, now));
}

function runs(conversation: Conversation, now: number): boolean {
  const { status, reportedAt = 0 } = conversation;
  return canAskStatus(conversation) && !hasEnded(conversation) && isRecent(reportedAt, now) && isActive(status);
}

function isRecent(at: number, now: number): boolean {
  return now - at < maxAge;
}

/**
 * Saves that the user has looked at a conversation, if it has ended, failed, or come to rest since the last time.
 * @param lookedAt time of the look: ends and failures after it count as unseen
 */
export async function markSeen(
  conversation: Conversation | undefined,
  history: { readonly change: (id: string, change: ConversationChange) => Promise<unknown> },
  // An end is saved as later than the last look, so its time is in the future if the clock was set back in between.
  lookedAt = Math.max(Date.now(), conversation?.endedAt ?? 0, conversation?.outcomeAt ?? 0),
): Promise<void> {
  if (conversation && (isUnseenEnd(conversation) || isUnseenFailure(conversation)))
    await history.change(conversation.id, { lookedAt });
}
