import type { ServiceApi } from './apis/serviceApi';
import { unsupportedIn } from './apis/startRules';
import type { Caller } from './http/caller';
import { invalidRequest, unsendable } from './makeServiceError';
import { privateTextsOf } from './mcpSecrets';
import type { ConversationStartRequest } from './records';
import { conversationStartRequest } from './schemas';
import { ServiceError } from './serviceError';

/**
 * Checks a start before anything is sent.
 * @throws {ServiceError} if the request doesn't fit the interface (section 2.1), or the API doesn't accept it
 */
export function checkStart(request: ConversationStartRequest, caller: Caller, { start }: ServiceApi): void {
  const call = caller.callOf('startConversation', start.path);
  const { error } = conversationStartRequest.safeParse(request);
  if (error) throw invalidRequest(call, error, caller.secrets);
  const [problem] = unsupportedIn(request, start);
  if (problem) throw new ServiceError(call, { kind: 'unsupportedField', ...problem }, false);
  const { conversation_id: id, mcp_config: servers } = request;
  if (id !== undefined && start.clientIds?.accepts(id) === false) throw unsendable(call, 'conversation_id', 'a UUID');
  // From now on, any answer of the service may repeat these.
  for (const content of privateTextsOf(servers)) caller.secrets.add(content);
}
