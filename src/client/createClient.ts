import type { Capabilities, Client, ClientOptions, StartAndSettings } from './client';
import type { ServiceApi } from './apis/serviceApi';
import { operationsOf } from './apis/operations';
import { apis, interfaceApi } from './apis/registry';
import { unsupportedIn } from './apis/startRules';
import { createCaller, type Caller } from './http/caller';
import { contentOf } from './mcpSecrets';
import type { ConversationStartRequest } from './records';
import { conversationStartRequest } from './schemas';
import { ServiceError } from './serviceError';
import { invalidRequest, unsendable } from './makeServiceError';

export { probeConnection } from './http/probeConnection';
export { ServiceError, mayHaveStarted } from './serviceError';
export type { Client, ClientOptions } from './client';
export type * from './records';

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
  const caller = createCaller(options, apis[api].maxResponse, onFailure);
  const operations: StartAndSettings & Capabilities = operationsOf[api](caller, repeatReads);
  return {
    ...operations,
    prepare: async (request, signal) => {
      check(request, caller, apis[api]);
      const { body } = await operations.startForm(signal);
      return { json: body(request) };
    },
    close: () => caller.close(),
  };
}

/** @throws {ServiceError} if the request doesn't fit the interface (section 2.1), or the API doesn't take it */
function check(request: ConversationStartRequest, caller: Caller, { start }: ServiceApi): void {
  const call = caller.callOf('startConversation', start.path);
  const { error } = conversationStartRequest.safeParse(request);
  if (error) throw invalidRequest(call, error, caller.secrets);
  const [problem] = unsupportedIn(request, start);
  if (problem) throw new ServiceError(call, { kind: 'unsupportedField', ...problem }, false);
  const { conversation_id: id, mcp_config: servers } = request;
  if (id !== undefined && start.ownIds?.accepts(id) === false) throw unsendable(call, 'conversation_id', 'a UUID');
  // A service may repeat at any time what it was sent once.
  for (const content of contentOf(servers)) caller.secrets.add(content);
}
