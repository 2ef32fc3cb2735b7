import type { Client, ClientOptions } from '../common/client';
import { createCaller } from './caller';
import { operationsOf as v0 } from './v0/operations';
import { operationsOf as v1 } from './v1/operations';

export { probeConnection } from './probeConnection';
export { ServiceError, mayHaveStarted } from '../common/serviceError';
export type { Client, ClientOptions } from '../common/client';
export type * from '../common/records';

const operations = { v0, v1 } as const;

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://localhost:3000', sessionKey, timeoutSeconds: 120 });
 * const { conversation_id } = await client.startConversation({ initial_user_msg: 'Fix the failing test' });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  const { api = 'v0', repeatReads = false } = options;
  return { ...operations[api](caller, repeatReads), close: () => caller.close() };
}
