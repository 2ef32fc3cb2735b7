import { isUuid } from '../../conversationId';
import type { Capabilities, Client } from '../../client';
import type { ConversationState, Settings } from '../../records';
import type { Caller } from '../../http/caller';
import { settings } from '../../schemas';
import { unsendable } from '../../makeServiceError';
import {
  type ConversationAnswer,
  conversationsAnswer,
  foundTasksAnswer,
  isIdentifier,
  startTaskAnswer,
  startTasksAnswer,
  taskOf,
} from './answers';
import { inOrder } from '../events/inOrder';
import { agentStatus } from '../events/agentEvents';
import { agentOperations } from './agentOperations';
import { withInterfaceNames } from '../settingsNames';
import { v1 } from './v1';
import { Redactor } from '../../../base/redactor';
import { urlOf } from '../../../base/url';
import { containsSecret, mayHaveSecretPath, shownText } from '../../secrets';

const { path: conversationsPath } = v1.start;

export function operationsOf(caller: Caller, repeatReads: boolean) {
  return {
    async startConversation({ json }, signal) {
      const call = caller.callOf('startConversation', conversationsPath);
      const { answer } = await caller.post(call, json, startTaskAnswer, signal);
      return taskOf(answer, call, caller);
    },
    startForm: () => Promise.resolve(v1.start),
    async loadSettings(signal) {
      const call = caller.callOf('loadSettings', v1.settings.path);
      const answer = await caller.get(call, settings, signal, repeatReads);
      const { llm_api_key_set } = answer;
      return { ...withInterfaceNames(answer, v1.settings.namesIn(answer)), llm_api_key_set } satisfies Settings;
    },
    status: {
      async conversations(ids, signal) {
        if (ids.length === 0) return [];
        const query = ids.map((id) => ['ids', id] as const);
        const call = caller.callOf('conversations', v1.status.path, query);
        // The service rejects the whole request if one id isn't a UUID. Services with another API have such ids.
        if (!ids.every(isUuid)) throw unsendable(call, 'conversation_id');
        const answer = await caller.get(call, conversationsAnswer, signal);
        for (const conversation of answer) caller.addSecret(conversation?.session_api_key);
        return conversationStates(inOrder(answer, ids, call), caller.secrets);
      },
    },
    preparation: preparationOperations(caller),
    ...agentOperations(caller),
  } satisfies Omit<Client, 'prepare' | 'close'>;
}

function preparationOperations(caller: Caller): NonNullable<Capabilities['preparation']> {
  return {
    async startTask(id, signal) {
      const call = caller.callOf('startTask', v1.preparation.path, [['ids', id]]);
      if (!isIdentifier(id)) throw unsendable(call, 'id');
      const [task] = inOrder(await caller.get(call, startTasksAnswer, signal), [id], call);
      return task ? taskOf(task, call, caller) : null;
    },
    async newestStarts(since, signal) {
      const call = caller.callOf('newestStarts', `${v1.preparation.path}/search`, [
        ['created_at__gte', new Date(since).toISOString()],
        ['limit', String(maxNewestStarts)],
      ]);
      const { items } = await caller.get(call, foundTasksAnswer, signal);
      return items.flatMap(({ request, ...task }) => {
        const id = request?.conversation_id;
        return id ? [{ proposedId: id.replaceAll('-', ''), task: taskOf(task, call, caller) }] : [];
      });
    },
  };
}

/** One machine makes fewer starts than this while it waits for an answer, so a lost start is among these. */
const maxNewestStarts = 20;

/**
 * The states of conversations, in a form that can be shown. The status is that of the agent (`execution_status`) or, if
 * the agent doesn't answer, that of its sandbox, in capitals like in the interface. A few names mean different things
 * for an agent, for a sandbox, and in the interface: these get a prefix, `AGENT_` or `SANDBOX_`.
 * @param redactor also knows the sandboxes' own keys
 */
function conversationStates(
  answer: readonly (ConversationAnswer | null)[],
  redactor: Redactor,
): readonly (ConversationState | null)[] {
  const ownKeys = new Redactor();
  for (const conversation of answer) if (conversation?.session_api_key) ownKeys.add(conversation.session_api_key);
  // The window's redactor ignores short secrets, since these may be everyday words. A sandbox's key never is one.
  const displayText = (text: string) => shownText(ownKeys.withhold(text), redactor, (name) => name.toUpperCase());
  const hasNoSecret = (text: string) => !ownKeys.repeats(text) && !containsSecret(text, redactor);
  return answer.map((conversation) => {
    if (!conversation) return conversation;
    const { id, sandbox_id, sandbox_status, conversation_ui_url: page_url } = conversation;
    return {
      ...stateOf(conversation, displayText),
      ...(sandbox_status === 'PAUSED' && { is_sandbox_paused: true as const }),
      ...(sandbox_id && hasNoSecret(sandbox_id) && { sandbox_id }),
      ...(page_url && hasNoSecret(page_url) && !mayHaveUnknownSecret(page_url, id) && { page_url }),
    };
  });
}

/** True if the query, the fragment or the path of a page's URL may be a secret that the window doesn't know. */
function mayHaveUnknownSecret(page: string, id: string): boolean {
  const url = urlOf(page);
  return !url || /[?#@]/.test(page) || mayHaveSecretPath(url, id);
}

function stateOf(
  { execution_status: execution, sandbox_status: sandbox }: ConversationAnswer,
  displayText: (text: string) => string | undefined,
): ConversationState {
  const agentState = displayText(execution ?? '');
  if (agentState !== undefined) return { status: agentStatus(agentState) };
  const sandboxState = displayText(sandbox ?? '') ?? 'UNKNOWN';
  // A running sandbox says nothing about whether its agent is running.
  const isAmbiguous = sandboxState === 'RUNNING' || sandboxState === 'ERROR';
  return { status: isAmbiguous ? `SANDBOX_${sandboxState}` : sandboxState };
}
