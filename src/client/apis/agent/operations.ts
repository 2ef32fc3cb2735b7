import type { Capabilities, EventKind, StartAndSettings } from '../../client';
import { isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unexpected, unsendable } from '../../makeServiceError';
import { containsSecret } from '../../secrets';
import { agentEvent, messagesAmong, waitingActions } from '../events/agentEvents';
import { conversationCalls, done, eventsAtOnce, messageSeconds } from '../events/conversationCalls';
import { inOrder } from '../events/inOrder';
import { withInterfaceNames } from '../settingsNames';
import { agent } from './agent';
import { conversationsAnswer, settingsAnswer, startAnswer, stateOf } from './answers';
import { startForms } from './startContext';

type AgentCapabilities = Required<Pick<Capabilities, 'status' | 'answers' | 'messages' | 'confirmation'>>;

export function operationsOf(caller: Caller, repeatReads: boolean): StartAndSettings & AgentCapabilities {
  const calls = conversationCalls(caller, agent.answers.path);
  return {
    async startConversation({ json }, signal) {
      const call = caller.callOf('startConversation', agent.start.path);
      const { status, answer } = await caller.post(call, json, startAnswer, signal);
      const { id } = answer;
      // The id is stored and shown, and one with a piece removed would be another id.
      if (containsSecret(id, caller.secrets)) throw unexpected(call, 'id', 'free of secrets');
      // A new one is idle until it runs. An old one that had this id was returned as it is, without the message.
      const old = status === 201 ? {} : { conversation_status: 'RUNNING' };
      return { status: 'ok', conversation_id: id.replaceAll('-', ''), ...old };
    },
    startForm: startForms(caller),
    async loadSettings(signal) {
      const call = caller.callOf('loadSettings', agent.settings.path);
      const answer = await caller.get(call, settingsAnswer, signal, repeatReads);
      const llm_api_key_set = answer.llm_api_key_is_set;
      return { ...withInterfaceNames(answer, agent.settings.namesIn(answer)), llm_api_key_set };
    },
    status: {
      async conversations(ids, signal) {
        if (ids.length === 0) return [];
        const query = ids.map((id) => ['ids', id] as const);
        const call = caller.callOf('conversations', agent.status.path, query);
        // One that isn't a UUID would fail the request for all.
        if (!ids.every(isUuid)) throw unsendable(call, 'conversation_id');
        const { answer, date } = await caller.getDated(call, conversationsAnswer, signal);
        return inOrder(answer, ids, call).map((one) => one && stateOf(one, date, caller.secrets));
      },
    },
    answers: answersBy(calls),
    messages: calls.messages(agent.messages.form),
    confirmation: {
      async respondToAction(id, accept, reason = '', signal) {
        const path = `${agent.confirmation.path}/${encodeURIComponent(id)}/events/respond_to_confirmation`;
        const body = JSON.stringify({ accept, ...(reason !== '' && { reason }) });
        await caller.post(calls.callOn('respondToAction', id, path), body, done, signal, messageSeconds);
      },
    },
  };
}

/** Asked for one kind of events, a server finds nothing, and doesn't say so: the newest of all kinds are asked for. */
function answersBy(calls: ReturnType<typeof conversationCalls>): AgentCapabilities['answers'] {
  const newest = (id: string, signal: AbortSignal | undefined) =>
    calls.newestFirst('newestEvents', id, signal, { limit: eventsAtOnce });
  return {
    async newestEvents(id, kinds, signal) {
      const { items, hide } = await newest(id, signal);
      return kinds.map((kind: EventKind) => {
        const item = items.find((one) => one.kind === kind);
        return item && agentEvent(item, hide);
      });
    },
    async newestMessages(id, signal) {
      const { items, hide } = await newest(id, signal);
      return messagesAmong(items, hide);
    },
    waitingActions: async (id, signal) => waitingActions(await calls.unanswered(id, signal)),
    unansweredActions: (id, signal) => calls.unanswered(id, signal),
  };
}
