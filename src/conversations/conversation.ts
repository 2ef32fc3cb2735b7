import { comparableId } from '../client/conversationId';
import type { RememberedRequest } from './rememberedRequest';
import { firstLine } from '../base/text';

/** Outcome of a start, as far as it is known. `preparing`: the service has accepted it, and was preparing the conversation. */
export type Outcome = 'sending' | 'preparing' | 'started' | 'notStarted' | 'mayHaveStarted';

/** A conversation started from this machine, as stored in the history. Times are in milliseconds since 1970. */
export interface Conversation {
  /** The extension's own id of the start; the service's is `conversationId`. */
  readonly id: string;
  readonly baseUrl: string;
  /** Name of the API that it was sent with; absent for the interface's. */
  readonly api?: string;
  /** The workspace it was started from: the URI of its file or first folder; absent in an empty window. */
  readonly workspace?: string;
  readonly request: RememberedRequest;
  /** Wire names of the fields that were sent and are not in `request`, or not completely; absent if there were none. */
  readonly notKept?: readonly string[];
  /**
   * The source that filled in the request or a part of it: `link`, `chat`, `tool`, or `command`; absent if only the
   * user did.
   */
  readonly filledBy?: string;
  /** Wire names of the fields with a text that its API suggested, and the user left as it was; absent if there were none. */
  readonly suggested?: readonly string[];
  /** Name of the branch that the instructions asked the agent to push to; absent if they asked for none. */
  readonly resultBranch?: string;
  /** The request was long and is reduced to what lists show: long texts are cut, and instructions are removed. */
  readonly abridged?: true;
  readonly outcome: Outcome;
  /**
   * Time when the outcome, the id or the problem was saved: 0 if a window has only found out that the one that sent it
   * is gone, or that its time is over.
   */
  readonly outcomeAt?: number;
  readonly sentAt: number;
  /** Time until which an answer can arrive; a start still "sending" after that was interrupted. */
  readonly deadline: number;
  /** Process id of the extension host that sent it: while that process lives, an answer can arrive. */
  readonly sender?: number;
  /**
   * UUID of ours that was sent as the conversation's id, so that the service can be asked for it if its answer is lost.
   * Not part of the request: another start has another one.
   */
  readonly proposedId?: string;
  /**
   * The service's id of the task in which it prepares the conversation; this and the next four are absent if the service
   * answers a start with its conversation.
   */
  readonly taskId?: string;
  /** Last reported stage of that task, in the service's words. */
  readonly stage?: string;
  readonly stageAt?: number;
  /**
   * Process id of the extension host that waits for the task, 0 if none does any more, {@link anyWaiter} if one has to;
   * absent if the sender does.
   */
  readonly waiter?: number;
  readonly waiterAt?: number;
  readonly conversationId?: string;
  /** Reported status: STARTING, RUNNING, STOPPED, or a value of the service's own. */
  readonly status?: string;
  readonly reportedAt?: number;
  /**
   * The state of its environment when the service was asked for the status, in the service's words; empty if the
   * service didn't report one. Absent if the service has only answered the start.
   */
  readonly runtimeStatus?: string;
  /**
   * The URL of its page that the service last reported, which is checked when it is opened. Absent if the service never
   * reported one.
   */
  readonly pageUrl?: string;
  /** Time when the service, asked for the status, first reported that it had ended or come to rest. */
  readonly endedAt?: number;
  /** Time when the service, asked for the status, didn't know it. */
  readonly unknownAt?: number;
  /** Time when the user last looked at it after it had ended. */
  readonly lookedAt?: number;
  /** Reason why it did not or may not have started: the message that was shown. */
  readonly problem?: string;
  /** Absolute path of the clone whose remote it is about; this and the next three are absent if there is none. */
  readonly clone?: string;
  readonly remote?: string;
  /** Digest of the remote's branches at the start, as the clone knew them. */
  readonly remoteBranches?: string;
  /** Object id of the commit that the agent began from, as the clone knew it. */
  readonly startCommit?: string;
  /** Time when these four were saved. */
  readonly cloneAt?: number;
  /**
   * Branches that others created or moved on the remote since the start, newest first: name, space, beginning of the
   * commit's id, a line each.
   */
  readonly pushed?: string;
  /** Time when that was noticed. */
  readonly pushedAt?: number;
  /**
   * Id of the draft whose message is being sent to it; this and the next four are absent if none ever was. Empty once
   * the user was told what has become of the message.
   */
  readonly sendingDraft?: string;
  /** The extension's own id of that sending, as in the draft's starts. */
  readonly sendingId?: string;
  /** Time of the newest message before, in the form of the service's events; empty if there was none. */
  readonly sendingAfter?: string;
  /**
   * The extension's own ids of the messages that were sent to it, newest first, with a space after each: drafts of them
   * that couldn't be deleted aren't offered.
   */
  readonly sentIds?: string;
  /** Time when these four were saved. */
  readonly sendingAt?: number;
}

/**
 * Fields that are reported together, with the time of the report. The later of two reports counts for all of its
 * fields.
 */
export const statements = [
  { at: 'outcomeAt', fields: ['outcome', 'conversationId', 'problem'] },
  { at: 'stageAt', fields: ['taskId', 'stage'] },
  { at: 'waiterAt', fields: ['waiter'] },
  { at: 'reportedAt', fields: ['status', 'runtimeStatus', 'pageUrl'] },
  { at: 'cloneAt', fields: ['clone', 'remote', 'remoteBranches', 'startCommit'] },
  { at: 'pushedAt', fields: ['pushed'] },
  { at: 'sendingAt', fields: ['sendingDraft', 'sendingId', 'sendingAfter', 'sentIds'] },
] as const;
export type Statement = (typeof statements)[number];

/** If two states of a conversation are merged, the later one of each of these times counts. */
export const times = ['endedAt', 'unknownAt', 'lookedAt'] as const;

export type ConversationChange = Partial<
  Pick<Conversation, Statement['at'] | Statement['fields'][number] | (typeof times)[number]>
>;

export function isPreparing({ outcome }: Conversation): boolean {
  return outcome === 'preparing';
}

export function isSentTo({ sendingDraft = '' }: Conversation): boolean {
  return sendingDraft !== '';
}

/** The change once a message was sent to it. What is being sent stays marked until the user was told. */
export function withSent(conversation: Conversation, sendingId: string): ConversationChange {
  const { sentIds = '' } = conversation;
  return wasSent(conversation, sendingId) ? {} : { sentIds: `${sendingId} ${sentIds}` };
}

export function wasSent({ sentIds = '' }: Conversation, sendingId: string): boolean {
  return sentIds.split(' ').includes(sendingId);
}

/** In place of a process id: the next window that looks waits for the start. */
export const anyWaiter = -1;

/** Process id of the extension host that waits for a start; 0 if none does any more. */
export function waiterOf({ waiter, sender = 0 }: Pick<Conversation, 'waiter' | 'sender'>): number {
  return waiter ?? sender;
}

/** True if a start was sent with an id of a service's conversation, or got it. Services may write a UUID without hyphens. */
export function hasId({ baseUrl, conversationId, request }: Conversation, service: string, id: string): boolean {
  return (
    baseUrl === service &&
    id !== '' &&
    [conversationId, request.conversation_id].some((one = '') => comparableId(one) === comparableId(id))
  );
}

/** True if a start may have created a conversation that hasn't been confirmed. */
export function mayRun({ outcome }: Conversation): boolean {
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

/** First line of the message, for a row in a list; the title of a task or microagent if there is no message. */
export function headline({ request }: Conversation): string | undefined {
  const texts = [request.initial_user_msg, request.suggested_task?.title, request.create_microagent?.title];
  return texts.map((text) => (text === undefined ? undefined : firstLine(text))).find((line) => line !== undefined);
}

/** The field that defines the task in a conversation without a message, if there is nothing more to show of it. */
export function taskField({
  request,
  notKept = [],
}: Conversation): 'suggested_task' | 'create_microagent' | 'replay_json' | undefined {
  if (notKept.includes('replay_json')) return 'replay_json';
  return (['suggested_task', 'create_microagent'] as const).find((field) => request[field] !== undefined);
}
