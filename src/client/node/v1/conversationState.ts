import type { ConversationState } from '../../common/records';
import { Redactor } from '../../../base/common/redactor';
import type { ConversationAnswer } from './answers';
import { maxRead, shownText } from '../shownText';

/**
 * The states of conversations, in a form that can be shown. A status is what the agent does (`execution_status`) or,
 * while no agent answers, the state of its sandbox; in capitals, as those of the interface.
 * @param redactor knows the secrets of the call; the answer may contain others, the conversations' own keys
 */
export function conversationStates(
  answer: readonly (ConversationAnswer | null)[],
  redactor: Redactor,
): readonly (ConversationState | null)[] {
  const ownKeys = new Redactor();
  for (const one of answer) if (one?.session_api_key) ownKeys.add(one.session_api_key.slice(0, maxRead));
  // A sandbox's key can be short, but it isn't an everyday word.
  const shown = (text: string) =>
    shownText(ownKeys.hideKnown(text.slice(0, maxRead)), redactor, (name) => name.toUpperCase());
  return answer.map((one) => one && stateOf(one, shown));
}

function stateOf(
  { execution_status: execution, sandbox_status: sandbox }: ConversationAnswer,
  shown: (text: string) => string | undefined,
): ConversationState {
  const [agent, machine] = [shown(execution ?? ''), shown(sandbox ?? '')];
  // A running sandbox whose agent doesn't answer: it isn't known to do anything.
  const status = agent ?? (machine === 'RUNNING' ? 'SANDBOX_RUNNING' : machine) ?? 'UNKNOWN';
  const runtime = agent !== undefined && machine !== undefined ? shown(`SANDBOX$${sandbox ?? ''}`) : undefined;
  return { status, ...(runtime !== undefined && { runtime_status: runtime }) };
}
