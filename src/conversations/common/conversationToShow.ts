import { isPreparing, type Conversation } from './conversation';
import { latestConversation } from './history';
import { hasEnded, isActive, isAskable } from './reportedStatus';

/** The conversation of a workspace that most needs a look. */
export interface ConversationToShow {
  readonly conversation: Conversation;
  /** It has ended or come to rest since the user last looked at it. */
  readonly isUnseenEnd: boolean;
  /** Number of conversations of the workspace that are running, as far as is known. */
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
 * Time of the latest news that the user hasn't looked at: it has ended or come to rest, or others have pushed; 0 if
 * there is none.
 */
export function unseenNewsAt(conversation: Conversation): number {
  const { newsAt = 0, endedAt = 0, lookedAt = 0 } = conversation;
  const at = Math.max(newsAt, hasEnded(conversation) ? endedAt : 0);
  return lookedAt < at ? at : 0;
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
  const latest = latestConversation(conversations, workspace);
  if (!latest) return undefined;
  const ours = conversations.filter((conversation) => conversation.workspace === workspace);
  const running = ours.filter((conversation) => runs(conversation, conversation === latest, now));
  const ended = ours.filter(isUnseenEnd).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  const conversation = ended[0] ?? running[0] ?? latest;
  return { conversation, isUnseenEnd: ended.length > 0, running: running.length };
}

/** Number of conversations that a service, asked for their status, has lately reported as running. */
export function knownToRun(conversations: readonly Conversation[], baseUrl: string, now: number): number {
  return conversations.filter((one) => one.baseUrl === baseUrl && runs(one, false, now)).length;
}

function runs(conversation: Conversation, isLatest: boolean, now: number): boolean {
  const { outcome, status, stageAt = 0, reportedAt = 0, runtimeStatus } = conversation;
  if (isLatest && outcome === 'sending') return true;
  if (isPreparing(conversation)) return now - stageAt < isOldAfter;
  const isKnown = isLatest || runtimeStatus !== undefined;
  const isRecent = now - reportedAt < isOldAfter;
  return isAskable(conversation) && !hasEnded(conversation) && isKnown && isRecent && isActive(status);
}
