import type { Redactor } from '../../base/common/redactor';
import type { NetworkOptions } from './network';
import type { ConversationStartRequest, ConversationStartResponse, ConversationState, Settings } from './records';

/** Parameters of a client. The key is sent in the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** Deadline of one whole request, in seconds. */
  readonly timeoutSeconds: number;
  /** Connects to the service directly if not set. */
  readonly network?: NetworkOptions;
  /** Says whether a read that the service postpones, or that got no connection, is sent again. Not if it isn't set. */
  readonly repeatReads?: boolean;
  /** Knows other secrets besides those in a call itself: they are removed from everything that an answer repeats. */
  readonly redactor?: Redactor;
}

/** Parameters for finding out if a service can be reached. */
export type ProbeOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** The two operations of the interface (section 4), and one more, on one service with one key. */
export interface Client {
  /**
   * Checks that a request can be sent as it is; nothing leaves this machine.
   * @throws {ServiceError} if it doesn't fit the interface
   */
  check(request: ConversationStartRequest): Promise<void>;
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(request: ConversationStartRequest, signal?: AbortSignal): Promise<ConversationStartResponse>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service returned it: including secrets if it returns them.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
  /**
   * `GET {base_url}/api/conversations/{conversation_id}`, once. Not part of the interface, although known services have
   * it: nothing calls this unless the user asked for the status of a conversation, or agreed to follow it.
   * @returns `null` if the service doesn't know the conversation
   * @throws {ServiceError} also if the id can't be part of a path; nothing was sent then
   */
  conversation(id: string, signal?: AbortSignal): Promise<ConversationState | null>;
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}
