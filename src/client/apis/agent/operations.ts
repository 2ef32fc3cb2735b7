import type { Capabilities, EventKind, StartAndSettings } from '../../client';
import { withoutHyphens } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unexpected } from '../../makeServiceError';
import { containsSecret } from '../../secrets';
import { agentEvent, isSilent, messagesAmong, waitingActions } from '../events/agentEvents';
import {
  ConversationCalls,
  eventsPerRequest,
  messagesPerRequest,
  minMessageTimeoutSeconds,
  statusOperations,
  successAnswer,
} from '../events/conversationCalls';
import { withInterfaceNames } from '../settingsNames';
import { agent } from './agent';
import { conversationsAnswer, settingsAnswer, startAnswer, stateOf } from './answers';
import { startFormReader } from './startContext';

type AgentCapabilities = Required<Pick<Capabilities, 'status' | 'answers' | 'messages' | 'confirmation'>>;

export function operationsOf(caller: Caller, retrySettings: boolean): StartAndSettings & AgentCapabilities {
  const calls = new ConversationCalls(caller, agent.answers.path);
  return {
    ...startAndSettings(caller, retrySettings),
    status: statusOperations(caller, agent.status.path, conversationsAnswer, (answer, date) =>
      answer.map((conversation) => conversation && stateOf(conversation, date, caller.redactor)),
    ),
    answers: answerOperations(calls),
    messages: calls.messages(agent.messages.form),
    confirmation: confirmationOperations(caller, calls),
  };
}

function startAndSettings(caller: Caller, retrySettings: boolean): StartAndSettings {
  return {
    async startConversation({ json }, signal) {
      const call = caller.newCall('startConversation', agent.start.path);
      const { status, answer } = await caller.post(call, json, startAnswer, { signal });
      const { id } = answer;
      if (containsSecret(id, caller.redactor)) throw unexpected(call, 'id', 'free of secrets');
      // Without a 201, an existing conversation has this id. The server returned it and ignored the message.
      const existing = status === 201 ? {} : { conversation_status: 'RUNNING' };
      return { status: 'ok', conversation_id: withoutHyphens(id), ...existing };
    },
    startForm: startFormReader(caller),
    async loadSettings(signal) {
      const call = caller.newCall('loadSettings', agent.settings.path);
      const answer = await caller.get(call, settingsAnswer, signal, retrySettings);
      const llm_api_key_set = answer.llm_api_key_is_set;
      return { ...withInterfaceNames(answer, agent.settings.namesIn(answer)), llm_api_key_set };
    },
  };
}

function confirmationOperations(caller: Caller, calls: ConversationCalls): AgentCapabilities['confirmation'] {
  return {
    async respondToAction(id, accept, reason = '', signal) {
      const path = `${agent.confirmation.path}/${encodeURIComponent(id)}/events/respond_to_confirmation`;
      const call = calls.newCall('respondToAction', id, path);
      const body = JSON.stringify({ accept, ...(reason !== '' && { reason }) });
      await caller.post(call, body, successAnswer, { signal, minTimeoutSeconds: minMessageTimeoutSeconds });
    },
  };
}

/** The class of messages. By the bare name of a kind, an agent server wrongly answers that there are none. */
const messageFilter = ['kind', 'openhands.sdk.event.llm_convertible.message.MessageEvent'] as const;

/**
 * Asks for the newest events of all kinds, and for messages alone if the one that matters isn't among them: an agent that
 * works for long leaves many events after it.
 */
function answerOperations(calls: ConversationCalls): AgentCapabilities['answers'] {
  const newest = (id: string, signal: AbortSignal | undefined) =>
    calls.newestFirst('newestEvents', id, signal, { limit: eventsPerRequest });
  return {
    async newestEvents(id, kinds, signal) {
      const { items, isAll } = await newest(id, signal);
      const found = (kind: EventKind) => items.find((one) => one.kind === kind && !isSilent(one));
      if (!isAll && kinds.includes('MessageEvent') && !found('MessageEvent')) {
        const message = await calls.newestOf(id, messageFilter, signal);
        if (message) items.push(message);
      }
      return kinds.map((kind) => {
        const item = found(kind);
        return item && agentEvent(item, calls.hide);
      });
    },
    async newestMessages(id, signal) {
      const { items, isAll } = await newest(id, signal);
      const found = messagesAmong(items, calls.hide);
      if (isAll || found.some(({ by }) => by === 'user')) return found;
      const messages = { limit: messagesPerRequest, filter: messageFilter };
      return messagesAmong((await calls.newestFirst('newestEvents', id, signal, messages)).items, calls.hide);
    },
    waitingActions: async (id, signal) => waitingActions(await calls.unansweredActions(id, signal)),
    unansweredActions: (id, signal) => calls.unansweredActions(id, signal),
  };
}
