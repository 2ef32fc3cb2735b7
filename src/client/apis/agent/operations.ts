import * as z from 'zod/mini';
import type { Capabilities, EventKind, Operation, StartAndSettings } from '../../client';
import { isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import type { Call } from '../../http/readAnswer';
import { unexpected, unsendable } from '../../makeServiceError';
import { containsSecret } from '../../secrets';
import { agentEvent, eventsAnswer, messagesAmong, unansweredActions, waitingActions } from '../agentEvents';
import { inOrder } from '../inOrder';
import { messageContent } from '../messageBody';
import type { StartPlace } from '../serviceApi';
import { withInterfaceNames } from '../settingsNames';
import { agent } from './agent';
import {
  conversationsAnswer,
  homeAnswer,
  placeSettings,
  profilesAnswer,
  settingsAnswer,
  startAnswer,
  stateOf,
} from './answers';

type AgentCapabilities = Required<Pick<Capabilities, 'status' | 'answers' | 'messages' | 'confirmation' | 'places'>>;

/** More than the steps that an agent takes at once. Asked for by kind, a server finds nothing, and doesn't say so. */
const eventsAtOnce = 30;

/** A server answers after its agent's current step. */
const messageSeconds = 60;

const done = z.object({ success: z.literal(true) });

/** The operations of agent servers. */
export function operationsOf(caller: Caller, repeatReads: boolean): StartAndSettings & AgentCapabilities {
  /** @throws {ServiceError} if the id isn't a conversation's; nothing was sent then */
  const callOn = (operation: Operation, id: string, path: string, query?: readonly (readonly [string, string])[]) => {
    const call = caller.callOf(operation, path, query);
    if (!isUuid(id)) throw unsendable(call, 'conversation_id');
    return call;
  };
  return {
    async startConversation({ json }, signal) {
      const call = caller.callOf('startConversation', agent.start.path);
      const [status, { id }] = await caller.postForStatus(call, json, startAnswer, signal);
      // The id is stored and shown, and one with a piece removed would be another id.
      if (containsSecret(id, caller.secrets)) throw unexpected(call, 'id', 'free of secrets');
      // A new one is idle until it runs. An old one that had this id was returned as it is, without the message.
      const old = status === 201 ? {} : { conversation_status: 'RUNNING' };
      return { status: 'ok', conversation_id: id.replaceAll('-', ''), ...old };
    },
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
        const found = inOrder(await caller.get(call, conversationsAnswer, signal), ids, call);
        const redactor = caller.secrets;
        return found.map((one) => one && stateOf(one, redactor));
      },
    },
    answers: answersOn(caller, callOn),
    messages: {
      async sendMessage(id, { run, ...message }, signal) {
        const { path, body } = agent.messages.form(id, run);
        const call = callOn('sendMessage', id, path);
        // Servers take a message without content, and the agent runs on it.
        if (messageContent(message).length === 0) throw unsendable(call, 'content', 'not empty');
        await caller.post(call, body(message), done, signal, messageSeconds);
      },
    },
    confirmation: {
      async respondToAction(id, accept, reason = '', signal) {
        const path = `${agent.confirmation.path}/${encodeURIComponent(id)}/events/respond_to_confirmation`;
        const body = JSON.stringify({ accept, ...(reason !== '' && { reason }) });
        await caller.post(callOn('respondToAction', id, path), body, done, signal, messageSeconds);
      },
    },
    places: placesOn(caller),
  };
}

type CallOn = (operation: Operation, id: string, path: string, query?: readonly (readonly [string, string])[]) => Call;

function answersOn(caller: Caller, callOn: CallOn): AgentCapabilities['answers'] {
  const newest = async (operation: 'newestEvents' | 'waitingActions', id: string, signal: AbortSignal | undefined) => {
    const call = callOn(operation, id, `${agent.answers.path}/${encodeURIComponent(id)}/events/search`, [
      ['limit', String(eventsAtOnce)],
      ['sort_order', 'TIMESTAMP_DESC'],
    ]);
    const { items } = await caller.get(call, eventsAnswer, signal);
    return { items, hide: caller.hide };
  };
  const unanswered = async (id: string, signal: AbortSignal | undefined) => {
    const { items, hide } = await newest('waitingActions', id, signal);
    return unansweredActions(items, items.length < eventsAtOnce, hide);
  };
  return {
    async newestEvents(id, kinds, signal) {
      const { items, hide } = await newest('newestEvents', id, signal);
      return kinds.map((kind: EventKind) => {
        const item = items.find((one) => one.kind === kind);
        return item && agentEvent(item, hide);
      });
    },
    async newestMessages(id, signal) {
      const { items, hide } = await newest('newestEvents', id, signal);
      return messagesAmong(items, hide);
    },
    waitingActions: async (id, signal) => waitingActions(await unanswered(id, signal)),
    unansweredActions: unanswered,
  };
}

function placesOn(caller: Caller): AgentCapabilities['places'] {
  let home: string | undefined;
  const askHome = async (signal: AbortSignal | undefined) =>
    (await caller.get(caller.callOf('startPlace', agent.places.home), homeAnswer, signal)).home;
  const askProfile = async (signal: AbortSignal | undefined) => {
    const call = caller.callOf('startPlace', agent.places.profiles);
    const { active_agent_profile_id: active, profiles } = await caller.get(call, profilesAnswer, signal);
    const id = active ?? profiles[0]?.id;
    if (id === undefined) throw unexpected(call, 'profiles', 'not empty');
    return id;
  };
  return {
    async startPlace(signal): Promise<StartPlace> {
      home ??= await askHome(signal);
      const saved = await caller.get(caller.callOf('startPlace', agent.settings.path), placeSettings, signal);
      const { active_agent_profile_id: active, conversation_settings: conversationSettings } = saved;
      const { max_iterations: limit, confirmation_mode: confirms } = conversationSettings ?? {};
      return {
        home,
        agentProfileId: active ?? (await askProfile(signal)),
        ...(typeof limit === 'number' && { maxIterations: limit }),
        ...(typeof confirms === 'boolean' && { confirmationMode: confirms }),
      };
    },
  };
}
