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

/** The operations of services whose API took the place of the interface's (V1). */
export function operationsOf(caller: Caller, repeatReads: boolean) {
  return {
    async startConversation({ json }, signal) {
      const call = caller.callOf('startConversation', conversationsPath);
      const { answer } = await caller.post(call, json, startTaskAnswer, signal);
      caller.learn(answer.session_api_key);
      return taskOf(answer, call, caller.secrets);
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
        // One that isn't a UUID, such as that of a service of the other API, would fail the request for all.
        if (!ids.every(isUuid)) throw unsendable(call, 'conversation_id');
        const answer = await caller.get(call, conversationsAnswer, signal);
        for (const one of answer) caller.learn(one?.session_api_key);
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
      return task ? taskOf(task, call, caller.secrets) : null;
    },
    async newestStarts(since, signal) {
      const call = caller.callOf('newestStarts', `${v1.preparation.path}/search`, [
        ['created_at__gte', new Date(since).toISOString()],
        ['limit', String(startsAtOnce)],
      ]);
      const { items } = await caller.get(call, foundTasksAnswer, signal);
      return items.flatMap(({ request, ...task }) => {
        const id = request?.conversation_id;
        return id ? [{ proposedId: id.replaceAll('-', ''), task: taskOf(task, call, caller.secrets) }] : [];
      });
    },
  };
}

/** About the number of starts that a machine makes while one answer is lost. */
const startsAtOnce = 20;

/**
 * The states of conversations, in a form that can be shown. A status is what the agent does (`execution_status`) or,
 * while no agent answers, the state of its sandbox; in capitals, as those of the interface. Those that say something
 * else of an agent, of a sandbox, and in the interface say whose they are.
 * @param redactor knows the conversations' own keys, too
 */
export function conversationStates(
  answer: readonly (ConversationAnswer | null)[],
  redactor: Redactor,
): readonly (ConversationState | null)[] {
  const ownKeys = new Redactor();
  for (const one of answer) if (one?.session_api_key) ownKeys.add(one.session_api_key);
  // A sandbox's key can be too short for the redactor of the window, but it isn't an everyday word.
  const shown = (text: string) => shownText(ownKeys.withhold(text), redactor, (name) => name.toUpperCase());
  return answer.map((one) => {
    if (!one) return one;
    const { sandbox_id, conversation_ui_url: page_url } = one;
    const isPublic = (text: string) => !ownKeys.repeats(text) && !containsSecret(text, redactor);
    return {
      ...stateOf(one, shown),
      ...(one.sandbox_status === 'PAUSED' && { is_sandbox_paused: true as const }),
      ...(sandbox_id && isPublic(sandbox_id) && { sandbox_id }),
      ...(page_url && isPublic(page_url) && !mayHaveOtherSecret(page_url, one.id) && { page_url }),
    };
  });
}

/** A query, a fragment or a path may have a secret that isn't known. */
function mayHaveOtherSecret(page: string, id: string): boolean {
  const url = urlOf(page);
  return !url || /[?#@]/.test(page) || mayHaveSecretPath(url, id);
}

function stateOf(
  { execution_status: execution, sandbox_status: sandbox }: ConversationAnswer,
  shown: (text: string) => string | undefined,
): ConversationState {
  const agent = shown(execution ?? '');
  if (agent !== undefined) return { status: agentStatus(agent) };
  const machine = shown(sandbox ?? '') ?? 'UNKNOWN';
  // A running sandbox whose agent doesn't answer isn't known to do anything.
  return { status: machine === 'RUNNING' || machine === 'ERROR' ? `SANDBOX_${machine}` : machine };
}
