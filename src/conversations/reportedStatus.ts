import { apiNamed } from '../client/apis/registry';
import { conversationIdProblem } from '../client/conversationId';
import type { ConversationState } from '../client/records';
import { isPreparing, type Conversation, type ConversationChange } from './conversation';

/** The meaning of a state that services report. */
interface State {
  /**
   * active: something happens by itself. rest: the agent does nothing more until the user sends something, confirms, or
   * helps. final: known services do nothing more for it. unclear: it may be any of these.
   */
  readonly is: 'active' | 'rest' | 'final' | 'unclear';
  /** It does nothing because it needs the user. */
  readonly needsUser?: true;
  /** Something went wrong. */
  readonly isBad?: true;
}

/** The states that known services report: of the agent or, while it doesn't answer, of its sandbox. */
const states = {
  STARTING: { is: 'active' },
  RUNNING: { is: 'active' },
  FINISHED: { is: 'rest' },
  IDLE: { is: 'rest', needsUser: true },
  WAITING_FOR_CONFIRMATION: { is: 'rest', needsUser: true },
  STUCK: { is: 'rest', needsUser: true, isBad: true },
  STOPPED: { is: 'final' },
  ARCHIVED: { is: 'final' },
  ERROR: { is: 'final', isBad: true },
  // It tries again with the next message.
  AGENT_ERROR: { is: 'rest', needsUser: true, isBad: true },
  SANDBOX_ERROR: { is: 'final', isBad: true },
  // The sandbox is gone.
  MISSING: { is: 'final', isBad: true },
  // That of what has finished is paused, too.
  PAUSED: { is: 'unclear' },
  AGENT_PAUSED: { is: 'unclear' },
  DELETING: { is: 'unclear' },
  SANDBOX_RUNNING: { is: 'unclear' },
  UNKNOWN: { is: 'unclear' },
} as const satisfies Readonly<Record<string, State>>;

export type KnownStatus = keyof typeof states;

export function isKnownStatus(status: string): status is KnownStatus {
  return Object.hasOwn(states, status);
}

function stateOf(status = ''): Partial<State> {
  return isKnownStatus(status) ? states[status] : {};
}

export function isActive(status: string | undefined): boolean {
  return stateOf(status).is === 'active';
}

/**
 * Time that a conversation may take to start, in milliseconds. One that takes longer has probably failed: known services
 * then report it as starting forever.
 */
export const startsWithin = 15 * 60 * 1000;

/** True if the user can ask the service for its status: its id, which a service chose, can be part of a path. */
export function isAskable({ outcome, conversationId }: Conversation): boolean {
  return outcome === 'started' && conversationId !== undefined && conversationIdProblem(conversationId) === undefined;
}

/** True if the agent's answers can be read. */
export function hasAnswers(conversation: Conversation): boolean {
  return isAskable(conversation) && apiNamed(conversation.api).answers !== undefined;
}

/** True if it takes more messages. */
export function acceptsMessages(conversation: Conversation): boolean {
  return isAskable(conversation) && apiNamed(conversation.api).messages !== undefined;
}

/** True if the service can be asked for its status, or whether it has started. */
export function isRefreshable(conversation: Conversation): boolean {
  const { outcome, proposedId, taskId } = conversation;
  const isOpen = outcome === 'mayHaveStarted' && (proposedId ?? taskId) !== undefined;
  return isAskable(conversation) || isPreparing(conversation) || isOpen;
}

/**
 * True if it has ended or come to rest, as reported, and hasn't been active since. The answer to a start is no end; the
 * sandbox of what has ended may be paused.
 */
export function hasEnded(conversation: Conversation): boolean {
  const { endedAt, status } = conversation;
  if (endedAt === undefined) return false;
  return isUnknown(conversation) || (status !== undefined && !isActive(status));
}

/** True if it has ended and known services can't continue it, so that there is nothing more to ask for. */
export function isOver(conversation: Conversation): boolean {
  const { endedAt, status } = conversation;
  return endedAt !== undefined && (stateOf(status).is === 'final' || isUnknown(conversation));
}

/** True if it does nothing because it needs the user: nothing is said of its task. */
export function waits(conversation: Conversation): boolean {
  return !isUnknown(conversation) && stateOf(conversation.status).needsUser === true;
}

/** True if the user should be warned: something went wrong, or the service, last asked, didn't know it. */
export function isBad(conversation: Conversation): boolean {
  return isUnknown(conversation) || stateOf(conversation.status).isBad === true;
}

/** Why the user should look at it: it went wrong, or does nothing without the user; `undefined` if neither is known. */
export function attentionTo(conversation: Conversation): 'wrong' | 'needsUser' | undefined {
  const { outcome } = conversation;
  if (outcome === 'notStarted') return 'wrong';
  if (outcome === 'mayHaveStarted') return 'needsUser';
  if (outcome !== 'started') return undefined;
  if (isBad(conversation)) return 'wrong';
  // A new one is idle until it runs.
  const isNew = conversation.status === 'IDLE' && !hasEnded(conversation);
  return waits(conversation) && !isNew ? 'needsUser' : undefined;
}

/** True if, after the one end, the other one is news: the user has continued it meanwhile. */
export function isOtherEnd(before: string | undefined, status: string | undefined): boolean {
  if (stateOf(before).is !== 'rest' || before === status || status === 'IDLE') return false;
  return stateOf(status).is === 'rest' || status === 'SANDBOX_ERROR';
}

/** True if the service, last asked for the status, didn't know the conversation. */
export function isUnknown({ unknownAt, reportedAt = 0 }: Conversation): boolean {
  return unknownAt !== undefined && unknownAt >= reportedAt;
}

/** True if the service has answered more than the start. */
export function wasAsked({ runtimeStatus, unknownAt }: Conversation): boolean {
  return runtimeStatus !== undefined || unknownAt !== undefined;
}

/**
 * The service's answer to the question for the status, as a change of the history.
 * @param state `null` if the service doesn't know the conversation
 */
export function changeBy(conversation: Conversation, state: ConversationState | null, now: number): ConversationChange {
  const { reportedAt: before = 0, unknownAt = -1, lookedAt = -1, endedAt: ended = 0 } = conversation;
  // The later of two reports counts. If the clock was set back, this report would be dropped without these times, and
  // the user's look at an earlier end would count for this one.
  const end = { endedAt: Math.max(now, lookedAt + 1, ended) };
  if (state === null) return { unknownAt: Math.max(now, before, unknownAt), ...(!hasEnded(conversation) && end) };
  const reportedAt = Math.max(now, before, unknownAt + 1);
  const { status, runtime_status: runtimeStatus = '', page_url: pageUrl } = state;
  return {
    status,
    reportedAt,
    runtimeStatus,
    ...(pageUrl !== undefined && { pageUrl }),
    ...(isEnd(conversation, status, now) && end),
  };
}

/** Age from which on a report that says the same replaces another one, in milliseconds: the views show its age. */
export const staleAfter = 25_000;

/** True if an answer says something else than what is known, or the same after a while. */
export function isNews(known: Conversation, change: ConversationChange): boolean {
  if (change.endedAt !== undefined || change.status === undefined) return true;
  if (change.status !== known.status || change.runtimeStatus !== known.runtimeStatus) return true;
  if (change.pageUrl !== undefined && change.pageUrl !== known.pageUrl) return true;
  return (change.reportedAt ?? 0) - (known.reportedAt ?? 0) >= staleAfter;
}

/** True if a state is an end that isn't known yet. */
function isEnd(conversation: Conversation, status: string, now: number): boolean {
  const { status: before } = conversation;
  if (isOtherEnd(before, status)) return true;
  if (hasEnded(conversation)) return false;
  const { is } = stateOf(status);
  if (is === 'final') return isFinal(conversation, status, now);
  return is === 'rest' && isRest(conversation, status);
}

/**
 * Some services report a new conversation as stopped until its start has got far enough, so that state must follow
 * another one, or be late.
 */
function isFinal({ status: before, sentAt }: Conversation, status: string, now: number): boolean {
  const hasRun = before !== undefined && stateOf(before).is !== 'final';
  return status !== 'STOPPED' || hasRun || now - sentAt > startsWithin;
}

/** New ones are idle until they run. What has ended before is at rest again, and no news, when its sandbox is resumed. */
function isRest({ status: before, endedAt }: Conversation, status: string): boolean {
  return before === 'RUNNING' || (status !== 'IDLE' && endedAt === undefined);
}
