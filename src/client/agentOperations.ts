import type { ConversationStartRequest } from './records';
import type { StartTask } from './startTask';

/** Kinds of events that are asked for, by the service's names: a service that lacks one rejects the question. */
export type EventKind = 'MessageEvent' | 'ActionEvent' | 'ConversationErrorEvent';

/**
 * Something that happened in a conversation. Its texts come from the user, the agent, or a provider of models: of any
 * length, with any characters but the secrets of the call.
 */
export type AgentEvent = {
  /** ISO 8601 without a zone, in the time of the conversation's machine. Sorts as text. */
  readonly at: string;
} & (
  | { readonly kind: 'message'; readonly by: 'user' | 'agent'; readonly text: string }
  /** The agent's final answer. */
  | { readonly kind: 'finish'; readonly text: string }
  | AgentAction
  | { readonly kind: 'error'; readonly code: string; readonly text: string }
);

/** A step of the agent: done, under way, or waiting for a confirmation. */
export interface AgentAction {
  readonly kind: 'action';
  /** The agent's own line about it. */
  readonly summary?: string;
  /** As the service names it: `UNKNOWN`, `LOW`, `MEDIUM`, `HIGH`, or a text unknown to this version. */
  readonly risk?: string;
  /** Everything that it would do, by name: `command`, `path`, `file_text`. */
  readonly details: readonly (readonly [name: string, value: string])[];
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

/**
 * What services of API V1 have beside the interface's two operations, about a conversation where its agent works. Nothing
 * calls these unless the user asked for it. With another API, all reject with a {@link ServiceError}, and nothing is sent.
 */
export interface AgentOperations {
  /**
   * The newest event of a kind: `GET {base_url}/api/v1/conversation/{id}/events/search`. The service reads all events of
   * the conversation for it.
   * @returns `undefined` if there is none, also of an unknown conversation
   * @throws {ServiceError}
   */
  newestEvent(conversationId: string, kind: EventKind, signal?: AbortSignal): Promise<AgentEvent | undefined>;
  /**
   * The actions that a confirmation would carry out, oldest first, from the newest events of all kinds: of one kind, they
   * wouldn't tell what was done already, or hasn't arrived yet.
   * @returns `undefined` if they aren't all known, each in full: events may arrive half a minute after the status
   * @throws {ServiceError}
   */
  waitingActions(conversationId: string, signal?: AbortSignal): Promise<readonly WaitingAction[] | undefined>;
  /**
   * `POST {base_url}/api/v1/app-conversations/{id}/send-message`. Sent at most once; answered after the agent's current
   * step, so it waits for a minute at least.
   * @throws {ServiceError} see {@link mayHaveStarted}, which tells whether the message may have been delivered
   */
  sendMessage(conversationId: string, message: FollowUpMessage, signal?: AbortSignal): Promise<void>;
  /**
   * `POST {base_url}/api/v1/sandboxes/{id}/resume`. The service may pause others for it.
   * @throws {ServiceError}
   */
  resumeSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Names of the models that are saved on the service: `GET {base_url}/api/v1/settings/profiles`. Nothing else of them is
   * read: their URLs may have passwords.
   * @throws {ServiceError}
   */
  modelNames(signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * The newest starts that were sent with an id: `GET {base_url}/api/v1/app-conversations/start-tasks/search`.
   * @param since milliseconds since 1970
   * @throws {ServiceError}
   */
  newestStarts(since: number, signal?: AbortSignal): Promise<readonly RememberedStart[]>;
}
