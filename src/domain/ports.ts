import type { ConversationStartRequest, ConversationStartResponse, Settings } from './records';

/** Where sentences and records for the log go. Everything passes the redactor on its way. */
export interface Log {
  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  info(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, record?: Readonly<Record<string, unknown>>): void;
}

/** What one client is made for. The key goes into the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** Deadline of one request as a whole, in seconds. */
  readonly timeoutSeconds: number;
}

/** The two operations of the interface (section 4) on one service with one key. */
export interface Client {
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

/** Somebody who is told when something changed, and can stop listening. */
export interface Subscription {
  dispose(): void;
}
export type Listen<T> = (listener: (value: T) => unknown) => Subscription;
