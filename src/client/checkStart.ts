import type { ServiceApi } from './apis/serviceApi';
import { unsupportedIn } from './apis/startRules';
import type { Caller } from './http/caller';
import { invalidRequest, unsendable } from './makeServiceError';
import { contentOf } from './mcpSecrets';
import type { ConversationStartRequest } from './records';
import { conversationStartRequest } from './schemas';
import { ServiceError } from './serviceError';

/**
 * Refuses a start that can't be sent, before anything is.
 * @throws {ServiceError} if the request doesn't fit the interface (section 2.1), or the API doesn't take it
 */
export function checkStart(request: ConversationStartRequest, caller: Caller, { start }: ServiceApi): void {
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
