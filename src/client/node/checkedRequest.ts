import type { Redactor } from '../../base/common/redactor';
import type { ConversationStartRequest } from '../common/records';
import type { ServiceCall } from '../common/serviceError';
import { conversationStartRequest } from './schemas';
import { invalidRequest } from './serviceErrors';

/**
 * A request as it can be sent.
 * @throws {ServiceError} if it doesn't fit the interface (section 2.1)
 */
export function checkedRequest(
  request: ConversationStartRequest,
  call: ServiceCall,
  redactor: Redactor,
): ConversationStartRequest {
  const { success, data, error } = conversationStartRequest.safeParse(request);
  if (!success) throw invalidRequest(call, error, redactor);
  return data;
}
