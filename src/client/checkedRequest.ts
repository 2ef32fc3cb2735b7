import type { Redactor } from '../base/redactor';
import type { ConversationStartRequest } from './records';
import { notTakenOf, type Dialect } from './dialect';
import { ServiceError, type ServiceCall } from './serviceError';
import { conversationStartRequest } from './schemas';
import { invalidRequest } from './serviceErrors';

/**
 * A request as it can be sent.
 * @throws {ServiceError} if it doesn't fit the interface (section 2.1), or the API doesn't take it
 */
export function checkedRequest(
  request: ConversationStartRequest,
  call: ServiceCall,
  redactor: Redactor,
  dialect: Dialect,
): ConversationStartRequest {
  const { success, data, error } = conversationStartRequest.safeParse(request);
  if (!success) throw invalidRequest(call, error, redactor);
  const [problem] = notTakenOf(data, dialect);
  if (problem) throw new ServiceError(call, { kind: 'notTaken', ...problem }, false);
  return data;
}
