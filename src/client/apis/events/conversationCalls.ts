import * as z from 'zod/mini';
import type { MessageOperations, Operation } from '../../client';
import { isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unsendable } from '../../makeServiceError';
import type { Call } from '../../serviceError';
import type { RequestForm } from '../serviceApi';
import { eventsAnswer, unansweredActions } from './agentEvents';
import { messageContent } from './messageBody';

/** A service waits half a minute for its agent. Giving up before the service does would leave the outcome unknown. */
export const minMessageTimeoutSeconds = 60;

/** An agent takes fewer steps than this at once. */
export const eventsPerRequest = 30;

export const successAnswer = z.object({ success: z.literal(true) });

type Query = readonly (readonly [string, string])[];

/** The calls about one conversation, for APIs that record the agent's work as events. */
export class ConversationCalls {
  readonly #caller: Caller;
  readonly #answersPath: string;
  /** Removes known secrets from the texts of events, see {@link Caller.withholdLines}. */
  readonly hide: Caller['withholdLines'];

  /** @param answersPath path below `{base_url}` in front of the conversation's id */
  constructor(caller: Caller, answersPath: string) {
    this.#caller = caller;
    this.#answersPath = answersPath;
    this.hide = caller.withholdLines;
  }

  /** @throws {ServiceError} if the id isn't a conversation's; nothing was sent then */
  newCall(operation: Operation, id: string, path: string, query?: Query): Call {
    const call = this.#caller.newCall(operation, path, query);
    if (!isUuid(id)) throw unsendable(call, 'conversation_id');
    return call;
  }

  async newestFirst(
    operation: 'newestEvents' | 'waitingActions',
    id: string,
    signal: AbortSignal | undefined,
    { limit, filter }: { readonly limit: number; readonly filter?: Query[number] },
  ) {
    const call = this.newCall(operation, id, `${this.#answersPath}/${encodeURIComponent(id)}/events/search`, [
      ['limit', String(limit)],
      ['sort_order', 'TIMESTAMP_DESC'],
      ...(filter ? [filter] : []),
    ]);
    const { items } = await this.#caller.get(call, eventsAnswer, signal);
    return { items: items.slice(0, limit), isAll: items.length < limit };
  }

  async unansweredActions(id: string, signal: AbortSignal | undefined) {
    const { items, isAll } = await this.newestFirst('waitingActions', id, signal, { limit: eventsPerRequest });
    return unansweredActions(items, isAll, this.hide);
  }

  messages(form: (id: string, run: boolean) => RequestForm): MessageOperations {
    return {
      sendMessage: async (id, { run, ...message }, signal) => {
        const { path, body } = form(id, run);
        const call = this.newCall('sendMessage', id, path);
        // Services accept a message without content, and it lets the agent run.
        if (messageContent(message).length === 0) throw unsendable(call, 'content', 'not empty');
        await this.#caller.post(call, body(message), successAnswer, {
          signal,
          minTimeoutSeconds: minMessageTimeoutSeconds,
        });
      },
    };
  }
}
