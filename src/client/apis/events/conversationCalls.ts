import * as z from 'zod/mini';
import type { EventKind, MessageOperations, Operation } from '../../client';
import { isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import type { Call } from '../../http/readAnswer';
import { unsendable } from '../../makeServiceError';
import type { RequestForm } from '../serviceApi';
import { eventsAnswer, unansweredActions } from './agentEvents';
import { messageContent } from './messageBody';

/** A service waits for its agent for half a minute before it gives up: it must not be given up earlier. */
export const messageSeconds = 60;

/** More than the steps that an agent takes at once. */
export const eventsAtOnce = 30;

export const done = z.object({ success: z.literal(true) });

type Query = readonly (readonly [string, string])[];

/**
 * The calls about one conversation in APIs that keep what its agent does as events.
 * @param answersPath path below `{base_url}` in front of the conversation's id
 */
export function conversationCalls(caller: Caller, answersPath: string) {
  /** @throws {ServiceError} if the id isn't a conversation's; nothing was sent then */
  const callOn = (operation: Operation, id: string, path: string, query?: Query): Call => {
    const call = caller.callOf(operation, path, query);
    if (!isUuid(id)) throw unsendable(call, 'conversation_id');
    return call;
  };

  const newestFirst = async (
    operation: 'newestEvents' | 'waitingActions',
    id: string,
    signal: AbortSignal | undefined,
    { limit, kind }: { readonly limit: number; readonly kind?: EventKind },
  ) => {
    const call = callOn(operation, id, `${answersPath}/${encodeURIComponent(id)}/events/search`, [
      ['limit', String(limit)],
      ['sort_order', 'TIMESTAMP_DESC'],
      ...(kind === undefined ? [] : [['kind__eq', kind] as const]),
    ]);
    const { items } = await caller.get(call, eventsAnswer, signal);
    return { items: items.slice(0, limit), isAll: items.length < limit, hide: caller.withholdLines };
  };

  return {
    callOn,
    newestFirst,

    async unanswered(id: string, signal: AbortSignal | undefined) {
      const { items, isAll, hide } = await newestFirst('waitingActions', id, signal, { limit: eventsAtOnce });
      return unansweredActions(items, isAll, hide);
    },

    messages(form: (id: string, run: boolean) => RequestForm): MessageOperations {
      return {
        async sendMessage(id, { run, ...message }, signal) {
          const { path, body } = form(id, run);
          const call = callOn('sendMessage', id, path);
          // Services take a message without content, and the agent runs on it.
          if (messageContent(message).length === 0) throw unsendable(call, 'content', 'not empty');
          await caller.post(call, body(message), done, signal, messageSeconds);
        },
      };
    },
  };
}
