import type { Client, ClientOptions } from './client';
import { acceptsId, dialects, interfaceApi, notTakenOf, type Dialect } from './dialect';
import { createCaller, type Caller } from './http/caller';
import { contentOf } from './mcpSecrets';
import type { ConversationStartRequest } from './records';
import { conversationStartRequest } from './schemas';
import { ServiceError } from './serviceError';
import { invalidRequest, unsendable } from './makeServiceError';
import { startForms } from './startForms';
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
 * @param onFailure is told each failed call
 */
export function createClient(
  options: ClientOptions,
  onFailure: (error: ServiceError) => void = () => undefined,
): Client {
  const { api = interfaceApi, repeatReads = false } = options;
  const caller = createCaller(options, maxResponse[api], onFailure);
  return {
    ...operations[api](caller, repeatReads),
    // eslint-disable-next-line @typescript-eslint/require-await -- what is wrong with a request rejects
    prepare: async (request) => {
      check(request, caller, dialects[api]);
      return { json: startForms[api].body(request) };
    },
    close: () => caller.close(),
  };
}

/** @throws {ServiceError} if the request doesn't fit the interface (section 2.1), or the API doesn't take it */
function check(request: ConversationStartRequest, caller: Caller, dialect: Dialect): void {
  const call = caller.callOf('startConversation', startForms[dialect.api].path);
  const { error } = conversationStartRequest.safeParse(request);
  if (error) throw invalidRequest(call, error, caller.secrets());
  const [problem] = notTakenOf(request, dialect);
  if (problem) throw new ServiceError(call, { kind: 'notTaken', ...problem }, false);
  const { conversation_id: id, mcp_config: servers } = request;
  if (id !== undefined && !acceptsId(dialect, id)) throw unsendable(call, 'conversation_id', 'a UUID');
  // A service may repeat at any time what it was sent once.
  for (const content of contentOf(servers)) caller.told.add(content);
}
