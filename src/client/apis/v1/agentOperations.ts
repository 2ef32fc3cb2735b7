import * as z from 'zod/mini';
import type { Capabilities, EventKind, Operation } from '../../client';
import { isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import type { Call } from '../../http/readAnswer';
import { unsendable } from '../../makeServiceError';
import { shownText } from '../../secrets';
import { agentEvent, eventsAnswer, messagesAmong, unansweredActions, waitingActions } from '../agentEvents';
import { isIdentifier, profilesAnswer } from './answers';
import { messageContent } from '../messageBody';
import { v1 } from './v1';

/** A service waits for its agent for half a minute before it gives up: it must not be given up earlier. */
const messageSeconds = 60;

const done = z.object({ success: z.literal(true) });

/** More than the steps that an agent takes at once. */
const eventsAtOnce = 30;

/** A message is looked for among the newest of its kind: the agent, and others, may have written since. */
const messagesAtOnce = 10;

type Query = readonly (readonly [string, string])[];

type AgentCapabilities = Required<Pick<Capabilities, 'answers' | 'messages' | 'models' | 'resume'>>;

/** The operations of API V1 that deal with conversations' agents: their events, messages, models and sandboxes. */
export function agentOperations(caller: Caller): AgentCapabilities {
  /** @throws {ServiceError} if the id isn't a conversation's; nothing was sent then */
  const callOn = (operation: Operation, id: string, path: string, query?: Query): Call => {
    const call = caller.callOf(operation, path, query);
    if (!isUuid(id)) throw unsendable(call, 'conversation_id');
    return call;
  };

  const newestFirst = async (
    operation: 'newestEvents' | 'waitingActions',
    id: string,
    limit: number,
    kinds: Query,
    signal: AbortSignal | undefined,
  ) => {
    const query = [['limit', String(limit)], ['sort_order', 'TIMESTAMP_DESC'], ...kinds] as const;
    const call = callOn(operation, id, `${v1.answers.path}/${encodeURIComponent(id)}/events/search`, query);
    const { items } = await caller.get(call, eventsAnswer, signal);
    return { items, hide: caller.hide };
  };

  const newestEvent = async (id: string, kind: EventKind, signal: AbortSignal | undefined) => {
    const { items, hide } = await newestFirst('newestEvents', id, 1, [['kind__eq', kind]], signal);
    const [item] = items;
    return item && agentEvent(item, hide);
  };

  const unanswered = async (id: string, signal: AbortSignal | undefined) => {
    const { items, hide } = await newestFirst('waitingActions', id, eventsAtOnce, [], signal);
    return unansweredActions(items.slice(0, eventsAtOnce), items.length < eventsAtOnce, hide);
  };

  return {
    answers: {
      newestEvents: (id, kinds, signal) => Promise.all(kinds.map((kind) => newestEvent(id, kind, signal))),
      async newestMessages(id, signal) {
        const kinds = [['kind__eq', 'MessageEvent']] as const;
        const { items, hide } = await newestFirst('newestEvents', id, messagesAtOnce, kinds, signal);
        return messagesAmong(items.slice(0, messagesAtOnce), hide);
      },
      waitingActions: async (id, signal) => waitingActions(await unanswered(id, signal)),
      unansweredActions: unanswered,
    },
    messages: {
      async sendMessage(id, { run, ...message }, signal) {
        const { path, body } = v1.messages.form(id, run);
        const call = callOn('sendMessage', id, path);
        // Services take a message without content, and the agent runs on it.
        if (messageContent(message).length === 0) throw unsendable(call, 'content', 'not empty');
        await caller.post(call, body(message), done, signal, messageSeconds);
      },
    },
    models: {
      async modelNames(signal) {
        const call = caller.callOf('modelNames', v1.models.path);
        const { profiles } = await caller.get(call, profilesAnswer, signal);
        const redactor = caller.secrets;
        // A name that a secret was removed from is another name.
        const names = profiles.map(({ model }) => model ?? '').filter((name) => shownText(name, redactor) === name);
        return [...new Set(names)];
      },
    },
    resume: {
      async resumeSandbox(id, signal) {
        const call = caller.callOf('resumeSandbox', `${v1.resume.path}/${encodeURIComponent(id)}/resume`);
        if (!isIdentifier(id)) throw unsendable(call, 'sandbox_id');
        await caller.post(call, '', done, signal);
      },
    },
  };
}
