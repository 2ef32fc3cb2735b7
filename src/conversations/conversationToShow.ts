import type { Conversation } from './conversation';
import { hasEnded, isActive, isAskable, wasAsked } from './reportedStatus';
import type { History } from './history';

/** The conversation of a workspace that most needs a look. */
export interface ConversationToShow {
  readonly conversation: Conversation;
  /** It has ended or come to rest since the user last looked at it. */
  readonly isUnseenEnd: boolean;
  /** Number of conversations of the workspace that are running, as last reported. */
  readonly running: number;
}

/** A report that is older says nothing about what runs now. In milliseconds. */
const isOldAfter = 24 * 60 * 60 * 1000;

/** True if a conversation has ended or come to rest since the user last looked at it. */
export function isUnseenEnd(conversation: Conversation): boolean {
  const { endedAt = 0, lookedAt = 0 } = conversation;
  return hasEnded(conversation) && lookedAt < endedAt;
}

/**
 * One that has ended or come to rest since the user last looked at it, the last one first; else one that runs, the
 * newest first; else the latest. Services that aren't asked report nothing but the start: of their conversations, only
 * the latest counts.
 * @param conversations newest first
 */
export function conversationToShow(
  conversations: readonly Conversation[],
  workspace: string | undefined,
  now: number,
): ConversationToShow | undefined {
  const ours = conversations.filter((conversation) => conversation.workspace === workspace);
  const [latest] = ours;
  if (!latest) return undefined;
  const ended = ours.filter(isUnseenEnd).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  const running = ours.filter((one) => (one === latest || wasAsked(one)) && runs(one, now));
  const underway = ours.find((one) => isComing(one, now) || running.includes(one) || isNew(one, now));
  const conversation = ended[0] ?? underway ?? latest;
  return { conversation, isUnseenEnd: ended.length > 0, running: running.length };
}

/**
 * Number of conversations started from this machine that may be running on a service. If it was never asked for the
 * status, as known services answer a start in the same way whatever they stop for it, those of the last day may be.
 */
export function mayRunHere(conversations: readonly Conversation[], baseUrl: string, now: number): number {
  const may = (one: Conversation) =>
    isComing(one, now) || (wasAsked(one) ? runs(one, now) : isAskable(one) && isRecent(one.sentAt, now));
  return conversations.filter((one) => one.baseUrl === baseUrl && may(one)).length;
}

/** True if it's being sent or prepared. */
function isComing({ outcome, stageAt = 0 }: Conversation, now: number): boolean {
  return outcome === 'sending' || (outcome === 'preparing' && isRecent(stageAt, now));
}

/** True if it was lately started, and reported as stopped: known services do that until a new one runs. */
function isNew(one: Conversation, now: number): boolean {
  return isAskable(one) && one.status === 'STOPPED' && !wasAsked(one) && isRecent(one.reportedAt ?? 0, now);
}

function runs(conversation: Conversation, now: number): boolean {
  const { status, reportedAt = 0 } = conversation;
  return isAskable(conversation) && !hasEnded(conversation) && isRecent(reportedAt, now) && isActive(status);
}

/** If the clock was set back since, the report is as old as that at least. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < isOldAfter;
}

/** Remembers that the user looks at a conversation, if it has ended or come to rest since the last time. */
export async function markSeen(
  conversation: Conversation | undefined,
  history: Pick<History, 'change'>,
): Promise<void> {
  if (!conversation || !isUnseenEnd(conversation)) return;
  // The clock may have been set back since the end.
  await history.change(conversation.id, { lookedAt: Math.max(Date.now(), conversation.endedAt ?? 0) });
}
