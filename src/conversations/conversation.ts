import { comparableId } from '../client/conversationId';
import type { StoredRequest } from './storedRequest';
import { firstLine } from '../base/text';

/** The known outcome of a start. `preparing`: the service has accepted it and prepares the conversation. */
export type Outcome = 'sending' | 'preparing' | 'started' | 'notStarted' | 'mayHaveStarted';

/** A conversation started from this machine, as stored in the history. Times are in milliseconds since 1970. */
export interface Conversation {
  /** The extension's own id of the start; the service's is `conversationId`. */
  readonly id: string;
  readonly baseUrl: string;
  /** Name of the API that it was sent with; absent for the one in the interface. */
  readonly api?: string;
  /** The workspace it was started from: the URI of its file or first folder; absent in an empty window. */
  readonly workspace?: string;
  readonly request: StoredRequest;
  /** Wire names of sent fields that `request` lacks, or has only in part; absent if there are none. */
  readonly notKept?: readonly string[];
  /**
   * The source that filled in the request or a part of it: `link`, `chat`, `tool`, or `command`; absent if only the
   * user did.
   */
  readonly filledBy?: string;
  /** Wire names of fields with a text that the API suggested and the user didn't change; absent if there are none. */
  readonly suggested?: readonly string[];
  /** Name of the branch that the agent was asked to push to; absent if it wasn't asked to. */
  readonly resultBranch?: string;
  /** Set if the request has only what lists show: long texts are cut off, and instructions are removed. */
  readonly abridged?: true;
  readonly outcome: Outcome;
  /**
   * Time when the outcome, the id or the problem was saved. 0 if no service reported the outcome: a window concluded it,
   * because the window that sent the start is gone, or the time for an answer is over. Any report replaces it.
   */
  readonly outcomeAt?: number;
  readonly sentAt: number;
  /** Time until which an answer can arrive. A start that is still "sending" after that was interrupted. */
  readonly deadline: number;
  /** The extension host that sent it, in the form of `thisProcess`. If that process has ended, no answer can arrive. */
  readonly sender?: string;
  /**
   * The UUID that the extension sent as the conversation's id, so that it can ask for the conversation if the answer is
   * lost. It isn't part of the request, because it isn't sent again with another start.
   */
  readonly proposedId?: string;
  /**
   * The service's id of the task in which it prepares the conversation. This and the next four are absent if the service
   * doesn't prepare conversations in tasks.
   */
  readonly taskId?: string;
  /** The last reported stage of that task, in the service's words. */
  readonly stage?: string;
  readonly stageAt?: number;
  /**
   * The extension host that waits for the task, in the form of `thisProcess`; empty if none waits any more;
   * {@link anyWaiter} if any window should start to wait; absent if the sender waits.
   */
  readonly waiter?: string;
  readonly waiterAt?: number;
  readonly conversationId?: string;
  /** Reported status: STARTING, RUNNING, STOPPED, or a value of the service's own. */
  readonly status?: string;
  readonly reportedAt?: number;
  /**
   * The reported state of its environment, in the service's words; empty if the service reported none. Absent if the
   * service was never asked for the status.
   */
  readonly runtimeStatus?: string;
  /**
   * The URL of its page that the service last reported; absent if it never reported one. It is checked before it is opened.
   */
  readonly pageUrl?: string;
  /** Time when the service first reported that it had ended or come to rest. */
  readonly endedAt?: number;
  /**
   * Time when the service first reported that it runs; after an end, that it runs again. Until the next end, the service
   * may report another status, for example while the agent doesn't answer.
   */
  readonly ranAt?: number;
  /** Time when the service was asked for the status and didn't know it. */
  readonly unknownAt?: number;
  /** Time when the service was first asked for the status in vain after it had last reported one. */
  readonly unansweredAt?: number;
  /** Time when the user last looked at it after it had ended or failed. */
  readonly lookedAt?: number;
  /** The message that explained to the user why it wasn't started, or may not have been. */
  readonly problem?: string;
  /** Absolute path of the repository's local clone. This and the next three are absent if there is none. */
  readonly clone?: string;
  readonly remote?: string;
  /** Digest of the remote's branches at the start, according to the clone; absent if it had never fetched them. */
  readonly remoteBranches?: string;
  /** Object id of the commit that the agent started from, according to the clone. */
  readonly startCommit?: string;
  /** Time when these four were saved. */
  readonly cloneAt?: number;
  /**
   * Branches that others created or moved on the remote since the start, newest first. One per line: name, space, beginning
   * of the commit's id.
   */
  readonly pushed?: string;
  /** Time when that was noticed. */
  readonly pushedAt?: number;
  /**
   * Id of the draft whose message is being sent to it; empty after the user was told the outcome. This and the next four
   * are absent if no message was ever sent.
   */
  readonly sendingDraft?: string;
  /** The extension's own id of that message, as in {@link DraftStart.id}. */
  readonly sendingId?: string;
  /** Time of the newest message before that one, in the form of the service's events; empty if there was none. */
  readonly sendingAfter?: string;
  /**
   * The extension's own ids of the messages that were sent to it, newest first, each followed by a space. A draft with such
   * an id isn't offered again, even if it couldn't be deleted.
   */
  readonly sentIds?: string;
  /** Time when these four were saved. */
  readonly sendingAt?: number;
}

/**
 * Fields that are reported together, with the time of the report. The later of two reports counts for all of its
 * fields.
 */
export const fieldGroups = [
  { at: 'outcomeAt', fields: ['outcome', 'conversationId', 'problem'] },
  { at: 'stageAt', fields: ['taskId', 'stage'] },
  { at: 'waiterAt', fields: ['waiter'] },
  { at: 'reportedAt', fields: ['status', 'runtimeStatus', 'pageUrl'] },
  { at: 'cloneAt', fields: ['clone', 'remote', 'remoteBranches', 'startCommit'] },
  { at: 'pushedAt', fields: ['pushed'] },
  { at: 'sendingAt', fields: ['sendingDraft', 'sendingId', 'sendingAfter', 'sentIds'] },
] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** If two states of a conversation are merged, the later one of each of these times counts. */
export const latestTimes = ['endedAt', 'ranAt', 'unknownAt', 'unansweredAt', 'lookedAt'] as const;

export type ConversationChange = Partial<
  Pick<Conversation, FieldGroup['at'] | FieldGroup['fields'][number] | (typeof latestTimes)[number]>
>;

export function isPreparing({ outcome }: Conversation): boolean {
  return outcome === 'preparing';
}

/** True if a message is being sent to it, or the user hasn't been told the outcome yet. */
export function hasPendingMessage({ sendingDraft = '' }: Conversation): boolean {
  return sendingDraft !== '';
}

/** The change after a message was sent to the conversation. `sendingDraft` stays until the user was told. */
export function changeAfterSent(conversation: Conversation, sendingId: string): ConversationChange {
  const { sentIds = '' } = conversation;
  return wasMessageSent(conversation, sendingId) ? {} : { sentIds: `${sendingId} ${sentIds}` };
}

export function wasMessageSent({ sentIds = '' }: Conversation, sendingId: string): boolean {
  return sentIds.split(' ').includes(sendingId);
}

/** Instead of a process: the next window that finds the start waits for it. */
export const anyWaiter = 'any';

/** The extension host that waits for a start, in the form of `thisProcess`; empty if none does any more. */
export function waiterOf({ waiter, sender = '' }: Pick<Conversation, 'waiter' | 'sender'>): string {
  return waiter ?? sender;
}

/** True if a start got or requested this id on this service. Services may write a UUID without hyphens. */
export function hasId({ baseUrl, conversationId, request }: Conversation, service: string, id: string): boolean {
  return (
    baseUrl === service &&
    id !== '' &&
    [conversationId, request.conversation_id].some((one = '') => comparableId(one) === comparableId(id))
  );
}

/** True if it isn't known yet whether the conversation was started. */
export function hasOpenOutcome({ outcome }: Conversation): boolean {
  return outcome !== 'started' && outcome !== 'notStarted';
}

/** True if the agent may have pushed something: there is a repository, and the start didn't fail. */
export function mayHavePushed({ request, outcome }: Conversation): boolean {
  return request.repository !== undefined && outcome !== 'notStarted';
}

/** Names of the branches that were pushed since the start, newest first. */
export function pushedBranchNames({ pushed = '' }: Conversation): readonly string[] {
  return pushed
    .split('\n')
    .flatMap((line) => line.split(' ', 1))
    .filter(Boolean);
}

/** The first line of the message; without a message, the title of a task or micro-agent. For a row in a list. */
export function headline({ request }: Conversation): string | undefined {
  const texts = [request.initial_user_msg, request.suggested_task?.title, request.create_microagent?.title];
  return texts.map((text) => (text === undefined ? undefined : firstLine(text))).find((line) => line !== undefined);
}

/** The field that defines the task of a conversation without a headline. */
export function taskField({
  request,
  notKept = [],
}: Conversation): 'suggested_task' | 'create_microagent' | 'replay_json' | undefined {
  if (notKept.includes('replay_json')) return 'replay_json';
  return (['suggested_task', 'create_microagent'] as const).find((field) => request[field] !== undefined);
}
