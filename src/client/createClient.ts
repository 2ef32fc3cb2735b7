import type { Client, ClientOptions } from './client';
import { interfaceApi } from './dialect';
import { createCaller } from './http/caller';
import { operationsOf as v0 } from './v0/operations';
import { operationsOf as v1 } from './v1/operations';

export { probeConnection } from './http/probeConnection';
export { ServiceError, mayHaveStarted } from './serviceError';
export type { Client, ClientOptions } from './client';
export type * from './records';

// In mebibytes. Services of API V1 answer a start, and each question for its task, with everything that was sent.
const maxResponse = { v0: 16, v1: 48 } as const;

const operations = { v0, v1 } as const;

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://localhost:3000', sessionKey, timeoutSeconds: 120 });
 * const body = await client.prepare({ initial_user_msg: 'Fix the failing test' });
 * const { conversation_id } = await client.startConversation(body);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { api = interfaceApi, repeatReads = false } = options;
  const caller = createCaller(options, maxResponse[api]);
  return { ...operations[api](caller, repeatReads), close: () => caller.close() };
}
