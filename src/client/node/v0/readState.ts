import type * as z from 'zod/mini';
import type { ConversationState } from '../../common/records';
import type { ServiceCall } from '../../common/serviceError';
import { sanitiseServerText } from '../../common/serverText';
import { withoutSecrets } from '../../common/withoutSecrets';
import { Redactor } from '../../../base/common/redactor';
import type { conversationAnswer } from '../schemas';
import { unexpectedState } from '../serviceErrors';

type Answer = z.infer<typeof conversationAnswer>;

/** More than is shown of a text, and longer than any key. In characters. */
const maxRead = 5_000;

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
  const shown = (text: string) => sanitiseServerText(String(withoutSecrets(text.slice(0, maxRead), secrets)));
  const status = shown(answer.status);
  if (status === undefined) throw unexpectedState(call, 'status');
  const runtime_status = runtime ? shown(runtime) : undefined;
  return { status, ...(runtime_status !== undefined && { runtime_status }) };
}
