import type { Redactor } from '../base/redactor';
import type { NetworkOptions } from './network';
import type { ApiName } from './apis/registry';
import type { RequestForm } from './apis/serviceApi';
import type { ConversationStartRequest, ConversationStartResponse, ConversationState, Settings } from './records';

/** Parameters of a client. The key is sent in a request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** The API of the service; the interface's if not set. */
  readonly api?: ApiName;
  /** Time limit of a whole request, in seconds. */
  readonly timeoutSeconds: number;
  /** Connects to the service directly if not set. */
  readonly network?: NetworkOptions;
  /** True to request settings again after a temporary failure: no connection, or a status of 429 or 503 with `Retry-After`. */
  readonly retrySettings?: boolean;
  /** Removes secrets from what answers repeat, including secrets that aren't in the call itself. */
  readonly redactor?: Redactor;
}

export type ProbeOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** The final statuses of a start task. All others are stages, and services may add new ones. */
export const finalTaskStatus = { ready: 'READY', failed: 'ERROR' } as const;

/**
 * The task in which a service with API V1 prepares an accepted start. The conversation exists once the task is
 * {@link finalTaskStatus.ready}. It is a class so that the answer of a service can't be mistaken for it.
 */
export class StartTask {
  declare readonly id: string;
  /** A stage, or a value of {@link finalTaskStatus}; in a form that can be shown. */
  declare readonly status: string;
  /** Why it failed, if the service says so; in a form that can be shown. */
  declare readonly detail?: string;
  declare readonly conversationId?: string;

  // `Omit` leaves only the fields of the class, so that a plain record is accepted.
  constructor(fields: Omit<StartTask, never>) {
    Object.assign(this, fields);
  }
}

/** The body of a start, checked by {@link Client.prepare}. */
export interface StartBody {
  readonly json: string;
}

/** Kinds of events, by the service's names. A service that doesn't know one rejects a request for it. */
export type EventKind = 'MessageEvent' | 'ActionEvent' | 'ConversationErrorEvent';

/**
 * Something that happened in a conversation. Its texts come from the user, the agent, or a model provider. They may have
 * any length and any characters. Known secrets were removed.
 */
export type AgentEvent = {
  /**
   * ISO 8601. With `Z` in UTC; otherwise in the time zone of the agent's machine, which isn't known. Times of the same
   * conversation can be compared as texts.
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
interface AgentAction {
  readonly kind: 'action';
  /** The agent's own description, in one line. */
  readonly summary?: string;
  /** The service's rating: `UNKNOWN`, `LOW`, `MEDIUM`, `HIGH`, or a value that this version doesn't know. */
  readonly risk?: string;
  /** The tool that carries it out, such as `terminal`. Empty if the service doesn't name it. */
  readonly tool: string;
  /** All parameters: `command`, `path`, `dry_run`. Texts that aren't blank are as they are; everything else is JSON. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

export interface UnansweredActions {
  /** Oldest first; absent if not all of them are known in full. */
  readonly actions?: readonly WaitingAction[];
  /** The conversation's status according to the events, which may arrive half a minute later than the status itself. */
  readonly status?: string;
}

export type WaitingAction = AgentAction & Pick<AgentEvent, 'at'>;

export interface FollowUpMessage extends Pick<ConversationStartRequest, 'initial_user_msg' | 'image_urls'> {
  /** True to let the agent run. Otherwise, the agent reads the message with the next one that lets it run. */
  readonly run: boolean;
}

export interface ListedStart {
  /** The conversation's id that the client proposed; 32 hexadecimal digits. */
  readonly proposedId: string;
  readonly task: StartTask;
}

export interface StatusOperations {
  /**
   * The states of conversations: `GET {base_url}/api/conversations/{conversation_id}`. Known services have this operation,
   * although the interface doesn't describe it. So it is only called if the user agreed to follow the status or does
   * something that needs it, or if the answer to a start was lost.
   * @param ids at most as many as the API allows in one request
   * @returns in the same order; `null` for an id that the service doesn't know
   * @throws {ServiceError} also for an id that can't be part of a path; nothing was sent then
   */
  conversations(ids: readonly string[], signal?: AbortSignal): Promise<readonly (ConversationState | null)[]>;
}

export interface PreparationOperations {
  /**
   * The task of an accepted start.
   * @returns `null` if the service doesn't know it
   * @throws {ServiceError}
   */
  startTask(id: string, signal?: AbortSignal): Promise<StartTask | null>;
  /**
   * The newest starts that were sent with an id: `GET {base_url}/api/v1/app-conversations/start-tasks/search`.
   * @param since milliseconds since 1970
   * @throws {ServiceError}
   */
  newestStarts(since: number, signal?: AbortSignal): Promise<readonly ListedStart[]>;
}

/** Operations that read what an agent wrote or does. They are only called if the user asks for it. */
export interface AnswerOperations {
  /**
   * The newest event of each kind: `GET {base_url}/api/v1/conversation/{id}/events/search`, once for each kind. The service
   * reads all events of the conversation for each request. Messages in which neither the user nor the agent says
   * anything don't count.
   * @returns in the order of the kinds; `undefined` if there is no such event, or no such conversation
   * @throws {ServiceError}
   */
  newestEvents(
    conversationId: string,
    kinds: readonly EventKind[],
    signal?: AbortSignal,
  ): Promise<readonly (AgentEvent | undefined)[]>;
  /**
   * Some of the newest messages, both the user's and the agent's.
   * @returns newest first; empty if there is no such conversation
   * @throws {ServiceError}
   */
  newestMessages(conversationId: string, signal?: AbortSignal): Promise<readonly AgentMessage[]>;
  /**
   * The actions that a confirmation would carry out, oldest first. Reads events of all kinds, because other kinds tell
   * which actions were carried out already.
   * @returns `undefined` if not all of them are known in full: events may arrive half a minute after the status
   * @throws {ServiceError}
   */
  waitingActions(conversationId: string, signal?: AbortSignal): Promise<readonly WaitingAction[] | undefined>;
  /**
   * The actions without a result among the newest events of all kinds. An agent that runs again carries them out, whatever
   * its status.
   * @throws {ServiceError}
   */
  unansweredActions(conversationId: string, signal?: AbortSignal): Promise<UnansweredActions>;
}

export interface MessageOperations {
  /**
   * `POST {base_url}/api/v1/app-conversations/{id}/send-message`. Sent at most once. The service answers after the agent's
   * current step, so the time limit is at least a minute.
   * @throws {ServiceError} {@link mayHaveStarted} tells whether the message may have been delivered
   */
  sendMessage(conversationId: string, message: FollowUpMessage, signal?: AbortSignal): Promise<void>;
}

interface ConfirmationOperations {
  /**
   * `POST {base_url}/api/conversations/{id}/events/respond_to_confirmation`. Sent at most once. For a moment, the service
   * may go on reporting that the action waits.
   * @param reason shown to the agent
   * @throws {ServiceError} {@link mayHaveStarted} tells whether the answer may have been delivered
   */
  respondToAction(conversationId: string, accept: boolean, reason?: string, signal?: AbortSignal): Promise<void>;
}

interface ModelOperations {
  /**
   * The names of the models that are saved on the service: `GET {base_url}/api/v1/settings/profiles`. Only the names are
   * used, because the URLs of models may contain passwords.
   * @throws {ServiceError}
   */
  modelNames(signal?: AbortSignal): Promise<readonly string[]>;
}

interface ResumeOperations {
  /**
   * `POST {base_url}/api/v1/sandboxes/{id}/resume`. The service may pause other sandboxes to make room for it.
   * @throws {ServiceError}
   */
  resumeSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
}

/** Operations beyond the two of the interface, grouped by what they're for. A group that an API doesn't have is absent. */
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
 * The two operations of the interface (section 4), for one service and one key. Newer APIs have them under other paths
 * and names.
 */
export interface StartAndSettings {
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @returns a task if the service accepts the start before it prepares the conversation
   * @throws {ServiceError} `sent` says whether the request had begun to leave this machine
   */
  startConversation(body: StartBody, signal?: AbortSignal): Promise<ConversationStartResponse | StartTask>;
  /**
   * The path of a start, and the function that makes its body. Some APIs send requests for this, because the body depends
   * on the service.
   * @throws {ServiceError}
   */
  startForm(signal?: AbortSignal): Promise<RequestForm>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), including secrets if the service returns them. Settings have their names
   * of the interface, even if the service's API calls them otherwise.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
}

export interface Client extends StartAndSettings, Capabilities {
  /**
   * Checks a request and makes its body. Like {@link startForm}, it may ask the service, but it sends nothing of the request.
   * @throws {ServiceError} if it doesn't match the interface, or has a field that the service's API doesn't accept
   */
  prepare(request: ConversationStartRequest, signal?: AbortSignal): Promise<StartBody>;
  /** Closes all connections. Requests that are under way are cancelled. */
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
