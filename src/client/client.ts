import type { Redactor } from '../base/redactor';
import type { NetworkOptions } from './network';
import type { ApiName } from './apis/registry';
import type { RequestForm } from './apis/serviceApi';
import type { ConversationStartRequest, ConversationStartResponse, ConversationState, Settings } from './records';

/** Parameters of a client. The key is sent in the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** The API of the service; the interface's if not set. */
  readonly api?: ApiName;
  /** Deadline of one whole request, in seconds. */
  readonly timeoutSeconds: number;
  /** Connects to the service directly if not set. */
  readonly network?: NetworkOptions;
  /** Says whether a read that the service postpones, or that got no connection, is sent again. By default, it isn't. */
  readonly repeatReads?: boolean;
  /** Knows other secrets besides those in a call itself: they are removed from everything that an answer repeats. */
  readonly redactor?: Redactor;
}

/** Parameters for finding out if a service can be reached. */
export type ProbeOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** Values of a start task's status after which it doesn't change. Others are stages, of which new ones may come. */
export const endOfTask = { ready: 'READY', failed: 'ERROR' } as const;

/**
 * The task in which a service of API V1 prepares an accepted start. Accepted isn't started: the conversation exists
 * when the task is {@link endOfTask.ready}. A class, because no field of a service's answer can be mistaken for it.
 */
export class StartTask {
  declare readonly id: string;
  /** The stage, or one of {@link endOfTask}; in a form that can be shown. */
  declare readonly status: string;
  /** Why it failed, if the service says so; in a form that can be shown. */
  declare readonly detail?: string;
  declare readonly conversationId?: string;

  constructor(fields: Omit<StartTask, never>) {
    Object.assign(this, fields);
  }
}

/** A start that was checked, as it is sent: see {@link Client.prepare}. */
export interface StartBody {
  readonly json: string;
}

/** Kinds of events that are asked for, by the service's names: a service that lacks one rejects the question. */
export type EventKind = 'MessageEvent' | 'ActionEvent' | 'ConversationErrorEvent';

/**
 * Something that happened in a conversation. Its texts come from the user, the agent, or a provider of models: of any
 * length, with any characters but the secrets of the call.
 */
export type AgentEvent = {
  /**
   * ISO 8601: with `Z` in UTC, else in the time zone of the agent's machine, which services don't tell. Those of one
   * conversation sort as texts.
   */
  readonly at: string;
} & (
  | { readonly kind: 'message'; readonly by: 'user' | 'agent'; readonly text: string }
  /** The agent's final answer. */
  | { readonly kind: 'finish'; readonly text: string }
  | AgentAction
  | { readonly kind: 'error'; readonly code: string; readonly text: string }
);

export type AgentMessage = Extract<AgentEvent, { readonly kind: 'message' }>;

/** A step of the agent: done, under way, or waiting for a confirmation. */
export interface AgentAction {
  readonly kind: 'action';
  /** The agent's own line about it. */
  readonly summary?: string;
  /** As the service names it: `UNKNOWN`, `LOW`, `MEDIUM`, `HIGH`, or a text unknown to this version. */
  readonly risk?: string;
  /** The tool that carries it out, such as `terminal`. Empty if the service doesn't name it. */
  readonly tool: string;
  /** Every member of its record: `command`, `path`, `dry_run`. Texts are unchanged unless blank; the rest is JSON. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** The actions of an agent that have no result, as far as they are known. */
export interface UnansweredActions {
  /** Oldest first; absent if they aren't all known, each in full. */
  readonly actions?: readonly WaitingAction[];
  /** The conversation's status as of these events, which may arrive half a minute after it was reported. */
  readonly status?: string;
}

export type WaitingAction = AgentAction & Pick<AgentEvent, 'at'>;

/** A message to an agent that works, or has worked. */
export interface FollowUpMessage extends Pick<ConversationStartRequest, 'initial_user_msg' | 'image_urls'> {
  /** Lets the agent run. Without it, the message waits until the next one that does. */
  readonly run: boolean;
}

/** A start that a service remembers, as far as it's ours. */
export interface RememberedStart {
  /** Id that was sent with it; 32 digits. */
  readonly proposedId: string;
  readonly task: StartTask;
}

export interface StatusOperations {
  /**
   * Each is asked for once: `GET {base_url}/api/conversations/{conversation_id}`. Not part of the interface, although known
   * services have it: nothing calls this unless the user asked for something that needs the status of a conversation, or
   * agreed to follow it, or its start's answer or task was lost.
   * @param ids as many as the API allows at once
   * @returns in the same order, `null` for each that the service doesn't know
   * @throws {ServiceError} also if an id can't be part of a path; nothing was sent then
   */
  conversations(ids: readonly string[], signal?: AbortSignal): Promise<readonly (ConversationState | null)[]>;
}

/** The tasks in which services of API V1 prepare accepted starts. */
export interface PreparationOperations {
  /**
   * The task of an accepted start, asked for once.
   * @returns `null` if the service doesn't know it
   * @throws {ServiceError}
   */
  startTask(id: string, signal?: AbortSignal): Promise<StartTask | null>;
  /**
   * The newest starts that were sent with an id: `GET {base_url}/api/v1/app-conversations/start-tasks/search`.
   * @param since milliseconds since 1970
   * @throws {ServiceError}
   */
  newestStarts(since: number, signal?: AbortSignal): Promise<readonly RememberedStart[]>;
}

/** Operations that read what the agent of a conversation says. They are called only if the user asked for it. */
export interface AnswerOperations {
  /**
   * The newest event of each kind: `GET {base_url}/api/v1/conversation/{id}/events/search`. The service reads all events
   * of the conversation for each.
   * @returns in the order of the kinds, `undefined` if there is none, also of an unknown conversation
   * @throws {ServiceError}
   */
  newestEvents(
    conversationId: string,
    kinds: readonly EventKind[],
    signal?: AbortSignal,
  ): Promise<readonly (AgentEvent | undefined)[]>;
  /**
   * A few of the newest messages, the user's and the agent's: one may have been answered already.
   * @returns newest first; none of an unknown conversation
   * @throws {ServiceError}
   */
  newestMessages(conversationId: string, signal?: AbortSignal): Promise<readonly AgentMessage[]>;
  /**
   * The actions that a confirmation would carry out, oldest first, from the newest events of all kinds: of one kind, they
   * wouldn't tell what was done already, or hasn't arrived yet.
   * @returns `undefined` if they aren't all known, each in full: events may arrive half a minute after the status
   * @throws {ServiceError}
   */
  waitingActions(conversationId: string, signal?: AbortSignal): Promise<readonly WaitingAction[] | undefined>;
  /**
   * The actions without a result among the same events: an agent that runs again carries them out, whatever its status.
   * @throws {ServiceError}
   */
  unansweredActions(conversationId: string, signal?: AbortSignal): Promise<UnansweredActions>;
}

export interface MessageOperations {
  /**
   * `POST {base_url}/api/v1/app-conversations/{id}/send-message`. Sent at most once; answered after the agent's current
   * step, so it waits for a minute at least.
   * @throws {ServiceError} see {@link mayHaveStarted}, which tells whether the message may have been delivered
   */
  sendMessage(conversationId: string, message: FollowUpMessage, signal?: AbortSignal): Promise<void>;
}

export interface ConfirmationOperations {
  /**
   * `POST {base_url}/api/conversations/{id}/events/respond_to_confirmation`. Sent at most once. Right after it, the service
   * may still say that the action waits.
   * @param reason is told to the agent
   * @throws {ServiceError} see {@link mayHaveStarted}, which tells whether it may have been delivered
   */
  respondToAction(conversationId: string, accept: boolean, reason?: string, signal?: AbortSignal): Promise<void>;
}

export interface ModelOperations {
  /**
   * Names of the models that are saved on the service: `GET {base_url}/api/v1/settings/profiles`. Nothing else of them is
   * read: their URLs may have passwords.
   * @throws {ServiceError}
   */
  modelNames(signal?: AbortSignal): Promise<readonly string[]>;
}

export interface ResumeOperations {
  /**
   * `POST {base_url}/api/v1/sandboxes/{id}/resume`. The service may pause others for it.
   * @throws {ServiceError}
   */
  resumeSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
}

/** Operations that services have in addition to the interface's two. Those that an API lacks are absent. */
export interface Capabilities {
  readonly status: StatusOperations;
  readonly preparation?: PreparationOperations;
  readonly answers?: AnswerOperations;
  readonly messages?: MessageOperations;
  readonly confirmation?: ConfirmationOperations;
  readonly models?: ModelOperations;
  readonly resume?: ResumeOperations;
}

/**
 * The two operations of the interface (section 4) on one service with one key. Services of newer APIs have them under
 * other paths and names.
 */
export interface StartAndSettings {
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @returns a task if the service has accepted the start, and only then prepares it
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(body: StartBody, signal?: AbortSignal): Promise<ConversationStartResponse | StartTask>;
  /**
   * The form in which a start is sent now. Some services are asked for it: how one starts depends on what they have.
   * @throws {ServiceError}
   */
  startForm(signal?: AbortSignal): Promise<RequestForm>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service returned it: including secrets if it returns them.
   * Settings that an API keeps elsewhere are under their names in the interface.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
}

export interface Client extends StartAndSettings, Capabilities {
  /**
   * Checks that a request can be sent. Nothing of it leaves this machine; some services are asked for the form of a start.
   * @throws {ServiceError} if it doesn't fit the interface, or the service's API doesn't take one of its fields
   */
  prepare(request: ConversationStartRequest, signal?: AbortSignal): Promise<StartBody>;
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}

export type Operation =
  | keyof StartAndSettings
  | keyof StatusOperations
  | keyof PreparationOperations
  | keyof AnswerOperations
  | keyof MessageOperations
  | keyof ConfirmationOperations
  | keyof ModelOperations
  | keyof ResumeOperations;
