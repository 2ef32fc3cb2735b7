import type { Redactor } from '../../base/common/redactor';
import type { NetworkOptions } from './network';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from './records';

/** What one client is made for. The key goes into the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** Deadline of one request as a whole, in seconds. */
  readonly timeoutSeconds: number;
  /** Straight to the service when it is not said. */
  readonly network?: NetworkOptions;
  /** Whether a read that the service puts off, or that found no connection, is sent again. Not when it is not said. */
  readonly repeatReads?: boolean;
  /** Knows what else is secret here, besides what a call itself carries: it is taken out of whatever an answer repeats. */
  readonly redactor?: Redactor;
}

/** What it takes to see whether there is a way to a service. */
export type ProbeOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** The two operations of the interface (section 4) on one service with one key. */
export interface Client {
  /**
   * Looks whether a request can be sent as it is; nothing leaves this machine.
   * @throws {ServiceError} what does not fit the interface
   */
  check(request: ConversationStartRequest): Promise<void>;
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(request: ConversationStartRequest, signal?: AbortSignal): Promise<ConversationStartResponse>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service gave it: secrets included where it returns them.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}
