import type * as z from 'zod/mini';
import type { ConversationState } from '../../common/records';
import type { ServiceCall } from '../../common/serviceError';
import { Redactor } from '../../../base/common/redactor';
import { unexpectedState } from '../serviceErrors';
import { maxRead, shownText } from '../shownText';
import type { conversationAnswer } from './answers';

type Answer = z.infer<typeof conversationAnswer>;

/**
 * The state in an answer about a conversation, in a form that can be shown; `null` if the service doesn't know it.
 * @param redactor knows the secrets of the call; the answer may contain another one, the conversation's own key
 * @throws {ServiceError} if the answer is about another conversation, or has no status
 */
export function readState(answer: Answer, id: string, call: ServiceCall, redactor: Redactor): ConversationState | null {
  if (answer === null) return null;
  const { conversation_id: about, session_api_key: ownKey, runtime_status: runtime } = answer;
  if (typeof about === 'string' && about !== id) throw unexpectedState(call, 'conversation_id');
  const secrets = new Redactor(redactor);
  if (ownKey) secrets.add(ownKey.slice(0, maxRead));
  const status = shownText(answer.status, secrets);
  if (status === undefined) throw unexpectedState(call, 'status');
  const runtime_status = runtime ? shownText(runtime, secrets) : undefined;
  return { status, ...(runtime_status !== undefined && { runtime_status }) };
}
