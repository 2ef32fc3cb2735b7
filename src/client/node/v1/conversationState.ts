import type { ConversationState } from '../../common/records';
import { sanitiseServerText } from '../../common/serverText';
import { withoutSecrets } from '../../common/withoutSecrets';
import { Redactor } from '../../../base/common/redactor';
import type { ConversationAnswer } from './answers';

/** More than is shown of a text, and longer than any key. In characters. */
const maxRead = 5_000;

/**
 * The state of a conversation, in a form that can be shown. Its status is what the agent does (`execution_status`) or,
 * while no agent answers, the state of its sandbox; in capitals, as those of the interface.
 * @param redactor knows the secrets of the call; the answer may contain another one, the conversation's own key
 */
export function conversationState(answer: ConversationAnswer, redactor: Redactor): ConversationState {
  const { execution_status: execution, sandbox_status: sandbox, session_api_key: ownKey } = answer;
  const secrets = new Redactor(redactor);
  if (ownKey) secrets.add(ownKey.slice(0, maxRead));
  const shown = (text: string | null | undefined) =>
    text ? sanitiseServerText(String(withoutSecrets(text.slice(0, maxRead), secrets)))?.toUpperCase() : undefined;
  const [agent, machine] = [shown(execution), shown(sandbox)];
  // A running sandbox whose agent doesn't answer: it isn't known to do anything.
  const status = agent ?? (machine === 'RUNNING' ? 'SANDBOX_RUNNING' : machine) ?? 'UNKNOWN';
  return { status, ...(agent !== undefined && machine !== undefined && { runtime_status: `SANDBOX$${machine}` }) };
}
