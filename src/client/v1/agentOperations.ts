import * as z from 'zod/mini';
import type { AgentOperations } from '../client';
import { isUuid } from '../dialect';
import type { Caller } from '../http/caller';
import type { Call } from '../http/readAnswer';
import { startForms } from '../startForms';
import { unsendable } from '../makeServiceError';
import { shortestHidden, shownText } from '../secrets';
import { agentEvent, eventsAnswer, waitingActions } from './agentEvents';
import { foundTasksAnswer, isIdentifier, profilesAnswer, taskOf } from './answers';
import { messageBody, messageContent } from './startBody';

const { path: conversationsPath } = startForms.v1;

/** What an operation is about: the path above its id, and what the id is. */
const things = {
  conversation: { path: conversationsPath, field: 'conversation_id', isId: isUuid },
  // Where its agent works, in the singular.
  agent: { path: '/api/v1/conversation', field: 'conversation_id', isId: isUuid },
  sandbox: { path: '/api/v1/sandboxes', field: 'sandbox_id', isId: isIdentifier },
} as const;

/** A service waits for its agent for half a minute before it gives up: it must not be given up earlier. */
const messageSeconds = 60;

const done = z.object({ success: z.literal(true) });

/** About the number of starts that a machine makes while one answer is lost. */
const startsAtOnce = 20;

/** More than the steps that an agent takes at once. */
const eventsAtOnce = 30;

type Query = readonly (readonly [string, string])[];

/** What services of API V1 have about a conversation where its agent works. */
export function agentOperations(caller: Caller): AgentOperations {
  /** @throws {ServiceError} if the id can't be part of a path; nothing was sent then */
  const callOn = (
    operation: keyof AgentOperations,
    thing: keyof typeof things,
    id: string,
    suffix: string,
    query?: Query,
  ): Call => {
    const { path, field, isId } = things[thing];
    const call = caller.callOf(operation, `${path}/${encodeURIComponent(id)}${suffix}`, query);
    if (!isId(id)) throw unsendable(call, field);
    return call;
  };
  const newestFirst = async (
    operation: 'newestEvent' | 'waitingActions',
    id: string,
    limit: number,
    kinds: Query,
    signal: AbortSignal | undefined,
  ) => {
    const query = [['limit', String(limit)], ['sort_order', 'TIMESTAMP_DESC'], ...kinds] as const;
    const call = callOn(operation, 'agent', id, '/events/search', query);
    const { items } = await caller.get(call, eventsAnswer, signal);
    const redactor = caller.secrets();
    return { items, hide: (text: string, most: number) => redactor.hideKnownAtStart(text, most, shortestHidden) };
  };

  return {
    async newestEvent(id, kind, signal) {
      const { items, hide } = await newestFirst('newestEvent', id, 1, [['kind__eq', kind]], signal);
      const [item] = items;
      return item && agentEvent(item, hide);
    },
    async waitingActions(id, signal) {
      const { items, hide } = await newestFirst('waitingActions', id, eventsAtOnce, [], signal);
      return waitingActions(items.slice(0, eventsAtOnce), items.length < eventsAtOnce, hide);
    },
    async sendMessage(id, { run, ...message }, signal) {
      const call = callOn('sendMessage', 'conversation', id, '/send-message');
      // Services take a message without content, and the agent runs on it.
      if (messageContent(message).length === 0) throw unsendable(call, 'content', 'not empty');
      await caller.post(call, messageBody(message, run), done, signal, messageSeconds);
    },
    async resumeSandbox(id, signal) {
      await caller.post(callOn('resumeSandbox', 'sandbox', id, '/resume'), '', done, signal);
    },
    async modelNames(signal) {
      const call = caller.callOf('modelNames', '/api/v1/settings/profiles');
      const { profiles } = await caller.get(call, profilesAnswer, signal);
      const redactor = caller.secrets();
      // A name that a secret was removed from is another name.
      const names = profiles.map(({ model }) => model ?? '').filter((name) => shownText(name, redactor) === name);
      return [...new Set(names)];
    },
    async newestStarts(since, signal) {
      const call = caller.callOf('newestStarts', `${conversationsPath}/start-tasks/search`, [
        ['created_at__gte', new Date(since).toISOString()],
        ['limit', String(startsAtOnce)],
      ]);
      const { items } = await caller.get(call, foundTasksAnswer, signal);
      return items.flatMap(({ request, ...task }) => {
        const id = request?.conversation_id;
        return id ? [{ proposedId: id.replaceAll('-', ''), task: taskOf(task, call, caller.secrets()) }] : [];
      });
    },
  };
}
