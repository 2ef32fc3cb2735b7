import type { AgentOperations } from './agentOperations';
import type { Redactor } from '../base/redactor';
import type { NetworkOptions } from './network';
import type { ApiVersion } from './dialect';
import type { ConversationStartRequest, ConversationStartResponse, ConversationState, Settings } from './records';
import type { StartTask } from './startTask';

/** Parameters of a client. The key is sent in the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** The API of the service; the interface's if not set. */
  readonly api?: ApiVersion;
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

/** A start that was checked, as it is sent: see {@link Operations.prepare}. */
export interface StartBody {
  readonly json: string;
}

/**
 * The two operations of the interface (section 4), and two more, on one service with one key. Services of API V1 have
 * the same operations under other paths and names.
 */
export interface Operations extends AgentOperations {
  /**
   * Checks that a request can be sent; nothing leaves this machine.
   * @throws {ServiceError} if it doesn't fit the interface, or the service's API doesn't take one of its fields
   */
  prepare(request: ConversationStartRequest): Promise<StartBody>;
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @returns a task if the service has accepted the start, and only then prepares it
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(body: StartBody, signal?: AbortSignal): Promise<ConversationStartResponse | StartTask>;
  /**
   * The task of an accepted start, asked for once.
   * @returns `null` if the service doesn't know it
   * @throws {ServiceError}
   */
  startTask(id: string, signal?: AbortSignal): Promise<StartTask | null>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service returned it: including secrets if it returns them.
   * Settings that an API keeps elsewhere are under their names in the interface.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
  /**
   * The states of conversations, each asked for once: `GET {base_url}/api/conversations/{conversation_id}`. Not part of
   * the interface, although known services have it: nothing calls this unless the user asked for the status of a
   * conversation, or agreed to follow it, or its start's answer or task was lost.
   * @param ids as many as the API's dialect allows at once
   * @returns in the same order, `null` for each that the service doesn't know
   * @throws {ServiceError} also if an id can't be part of a path; nothing was sent then
   */
  conversations(ids: readonly string[], signal?: AbortSignal): Promise<readonly (ConversationState | null)[]>;
}

export interface Client extends Operations {
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}

/** Calls one operation of a client that it finds, by the name of the operation. */
export type Calling = <T>(operation: keyof Operations, call: (client: Operations) => Promise<T>) => Promise<T>;

/** The operations of a client that is found anew for each call, or watched during it: every wrapper is made of this. */
export function operationsThrough(calling: Calling): Operations {
  return {
    prepare: (...given) => calling('prepare', (client) => client.prepare(...given)),
    startConversation: (...given) => calling('startConversation', (client) => client.startConversation(...given)),
    startTask: (...given) => calling('startTask', (client) => client.startTask(...given)),
    loadSettings: (...given) => calling('loadSettings', (client) => client.loadSettings(...given)),
    conversations: (...given) => calling('conversations', (client) => client.conversations(...given)),
    newestEvent: (...given) => calling('newestEvent', (client) => client.newestEvent(...given)),
    waitingActions: (...given) => calling('waitingActions', (client) => client.waitingActions(...given)),
    sendMessage: (...given) => calling('sendMessage', (client) => client.sendMessage(...given)),
    resumeSandbox: (...given) => calling('resumeSandbox', (client) => client.resumeSandbox(...given)),
    modelNames: (...given) => calling('modelNames', (client) => client.modelNames(...given)),
    newestStarts: (...given) => calling('newestStarts', (client) => client.newestStarts(...given)),
  };
}
