import type { Conversation } from '../common/conversation';
import { isRecord } from '../../base/common/json';
import type { History } from '../common/history';

/** Commands can be called with anything; a conversation is one that is remembered. */
export function givenConversation(given: unknown, history: Pick<History, 'get'>): Conversation | undefined {
  return isRecord(given) && typeof given['id'] === 'string' ? history.get(given['id']) : undefined;
}
