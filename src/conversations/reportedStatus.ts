import { apiNamed } from '../client/apis/registry';
import { conversationIdProblem } from '../client/conversationId';
import type { ConversationState } from '../client/records';
import { isPreparing, type Conversation, type ConversationChange } from './conversation';

interface Meaning {
  /**
   * `active`: the conversation changes by itself. `rest`: the agent waits until the user sends, confirms, or fixes
   * something. `final`: known services can't continue it. `unclear`: may be any of these.
   */
  readonly phase: 'active' | 'rest' | 'final' | 'unclear';
  /** The agent can't go on without the user. */
  readonly needsUser?: true;
  readonly isBad?: true;
}

/** The statuses that known services report: that of the agent or, while it doesn't answer, that of its sandbox. */
const meanings = {
  STARTING: { phase: 'active' },
  RUNNING: { phase: 'active' },
  FINISHED: { phase: 'rest' },
  IDLE: { phase: 'rest', needsUser: true },
  WAITING_FOR_CONFIRMATION: { phase: 'rest', needsUser: true },
  STUCK: { phase: 'rest', needsUser: true, isBad: true },
  STOPPED: { phase: 'final' },
  ARCHIVED: { phase: 'final' },
  ERROR: { phase: 'final', isBad: true },
  // The agent tries again with the next message.
  AGENT_ERROR: { phase: 'rest', needsUser: true, isBad: true },
  SANDBOX_ERROR: { phase: 'final', isBad: true },
  // The sandbox is gone.
  MISSING: { phase: 'final', isBad: true },
  // A sandbox is also paused after its conversation has finished.
  PAUSED: { phase: 'unclear' },
  AGENT_PAUSED: { phase: 'unclear' },
  DELETING: { phase: 'unclear' },
  SANDBOX_RUNNING: { phase: 'unclear' },
  UNKNOWN: { phase: 'unclear' },
} as const satisfies Readonly<Record<string, Meaning>>;

export type KnownStatus = keyof typeof meanings;

export function isKnownStatus(status: string): status is KnownStatus {
  return Object.hasOwn(meanings, status);
}

function meaningOf(status = ''): Partial<Meaning> {
  return isKnownStatus(status) ? meanings[status] : {};
}

export function isActive(status: string | undefined): boolean {
  return meaningOf(status).phase === 'active';
}

/**
 * Time that a conversation may take to start, in milliseconds. One that takes longer has probably failed, although known
 * services go on reporting it as starting.
 */
export const startsWithin = 15 * 60 * 1000;

/** True if the service can be asked for the status: the conversation has started, and its id can be part of a path. */
export function canAskStatus({ outcome, conversationId }: Conversation): boolean {
  return outcome === 'started' && conversationId !== undefined && conversationIdProblem(conversationId) === undefined;
}

export function hasAnswers(conversation: Conversation): boolean {
  return canAskStatus(conversation) && apiNamed(conversation.api).answers !== undefined;
}

export function acceptsMessages(conversation: Conversation): boolean {
  return canAskStatus(conversation) && apiNamed(conversation.api).messages !== undefined;
}

/** True if the service can be asked for the status, or whether the conversation has started. */
export function isRefreshable(conversation: Conversation): boolean {
  const { outcome, proposedId, taskId } = conversation;
  const canFindOutcome = outcome === 'mayHaveStarted' && (proposedId ?? taskId) !== undefined;
  return canAskStatus(conversation) || isPreparing(conversation) || canFindOutcome;
}

/**
 * True if the service has reported that the conversation ended or came to rest, and hasn't reported it as active since.
 * The status in the answer to a start never counts as an end. Later, an unclear status, such as that of a paused sandbox,
 * changes nothing.
 */
export function hasEnded(conversation: Conversation): boolean {
  const { endedAt, status } = conversation;
  if (endedAt === undefined) return false;
  return isUnknown(conversation) || (status !== undefined && !isActive(status) && !hasRun(conversation));
}

/** True if the service has reported that the conversation ran since its start or, if it has ended, since its end. */
function hasRun({ ranAt = -1, endedAt = -1 }: Conversation): boolean {
  return ranAt > endedAt;
}

/** True if the conversation has ended for good: known services can't continue it, so its status isn't asked for again. */
export function isOver(conversation: Conversation): boolean {
  const { endedAt, status } = conversation;
  return endedAt !== undefined && (meaningOf(status).phase === 'final' || isUnknown(conversation));
}

export function needsUser(conversation: Conversation): boolean {
  return !isUnknown(conversation) && meaningOf(conversation.status).needsUser === true;
}

export function waitsForConfirmation(conversation: Conversation): boolean {
  return canAskStatus(conversation) && !isUnknown(conversation) && conversation.status === 'WAITING_FOR_CONFIRMATION';
}

export function isBad(conversation: Conversation): boolean {
  return isUnknown(conversation) || meaningOf(conversation.status).isBad === true;
}

/** The reason why the user should look at a conversation; `undefined` if none is known. */
export function attentionReason(conversation: Conversation): 'wrong' | 'needsUser' | undefined {
  const { outcome } = conversation;
  if (outcome === 'notStarted') return 'wrong';
  if (outcome === 'mayHaveStarted') return 'needsUser';
  if (outcome !== 'started') return undefined;
  if (isBad(conversation)) return 'wrong';
  return waitsForUser(conversation) ? 'needsUser' : undefined;
}

/** True if the agent goes on once the user sends, confirms, or fixes something. */
export function waitsForUser(conversation: Conversation): boolean {
  // Services report a new conversation as idle until its agent runs.
  const isNew = conversation.status === 'IDLE' && !hasEnded(conversation);
  return conversation.outcome === 'started' && needsUser(conversation) && !isNew;
}

/** True if a status is another end than the one before, which means that the user has continued the conversation. */
export function isAnotherEnd(before: string | undefined, status: string | undefined): boolean {
  if (meaningOf(before).phase !== 'rest' || before === status || status === 'IDLE') return false;
  return meaningOf(status).phase === 'rest' || status === 'SANDBOX_ERROR';
}

export function isUnknown({ unknownAt, reportedAt = 0 }: Conversation): boolean {
  return unknownAt !== undefined && unknownAt >= reportedAt;
}

export function isUnanswered({ unansweredAt = -1, unknownAt = 0, reportedAt = 0 }: Conversation): boolean {
  return unansweredAt > Math.max(unknownAt, reportedAt);
}

export function endState(conversation: Conversation): 'ended' | 'waiting' | 'unknown' {
  if (isUnknown(conversation)) return 'unknown';
  return needsUser(conversation) ? 'waiting' : 'ended';
}

/** True if the service was asked for the status, and answered, since the start. */
export function hasBeenReported({ runtimeStatus, unknownAt }: Conversation): boolean {
  return runtimeStatus !== undefined || unknownAt !== undefined;
}

/**
 * The change of a conversation after the service has reported its status.
 * @param state `null` if the service doesn't know the conversation
 */
export function changeFromReport(
  conversation: Conversation,
  state: ConversationState | null,
  now: number,
): ConversationChange {
  const { lookedAt, endedAt, ranAt } = conversation;
  const at = reportTime(conversation, now);
  const end = { endedAt: laterThan([lookedAt, endedAt, ranAt], now) };
  if (state === null) return { unknownAt: at, ...(!hasEnded(conversation) && end) };
  const { status, runtime_status: runtimeStatus = '', page_url: pageUrl } = state;
  return {
    status,
    reportedAt: at,
    runtimeStatus,
    ...(pageUrl !== undefined && { pageUrl }),
    ...(status === 'RUNNING' && !hasRun(conversation) && { ranAt: laterThan([endedAt], now) }),
    ...(isEnd(conversation, status, now) && end),
  };
}

export function changeWithoutAnswer(conversation: Conversation, now: number): ConversationChange {
  return { unansweredAt: reportTime(conversation, now) };
}

function reportTime({ reportedAt, unknownAt, unansweredAt }: Conversation, now: number): number {
  return laterThan([reportedAt, unknownAt, unansweredAt], now);
}

/**
 * A time that is later than the known ones, even if the clock was set back. When changes are merged, the latest time counts,
 * so an earlier one would drop the report, or mark its end as seen.
 */
function laterThan(known: readonly (number | undefined)[], now: number): number {
  return Math.max(now, ...known.map((at = 0) => at + 1));
}

/** Milliseconds after which an unchanged status is saved again, because the views show the age of the last report. */
export const staleAfter = 25_000;

/** True if a report is worth saving: it differs from the last one, or that is old. */
export function isNews(known: Conversation, change: ConversationChange): boolean {
  if (change.endedAt !== undefined || change.status === undefined || isUnanswered(known)) return true;
  if (change.status !== known.status || change.runtimeStatus !== known.runtimeStatus) return true;
  if (change.pageUrl !== undefined && change.pageUrl !== known.pageUrl) return true;
  return (change.reportedAt ?? 0) - (known.reportedAt ?? 0) >= staleAfter;
}

/** True if a status is an end that isn't known yet. */
function isEnd(conversation: Conversation, status: string, now: number): boolean {
  const { status: before } = conversation;
  if (isAnotherEnd(before, status)) return true;
  if (hasEnded(conversation)) return false;
  const { phase } = meaningOf(status);
  if (phase === 'final') return isFinal(conversation, status, now);
  return phase === 'rest' && isRest(conversation, status);
}

/**
 * Some services report a new conversation as stopped at first. So `STOPPED` is only an end after another status, or long
 * after the start.
 */
function isFinal({ status: before, sentAt }: Conversation, status: string, now: number): boolean {
  const followsAnother = before !== undefined && meaningOf(before).phase !== 'final';
  return status !== 'STOPPED' || followsAnother || now - sentAt > startsWithin;
}

/**
 * A new conversation is idle before it runs, so `IDLE` is only an end after it has run. After an end, the old status also
 * comes back when the sandbox is resumed, so another end needs another run.
 */
function isRest(conversation: Conversation, status: string): boolean {
  const { status: before, endedAt } = conversation;
  return before === 'RUNNING' || hasRun(conversation) || (status !== 'IDLE' && endedAt === undefined);
}
