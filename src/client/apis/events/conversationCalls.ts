import * as z from 'zod/mini';
import type { MessageOperations, Operation, StatusOperations } from '../../client';
import { comparableId, isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unexpected, unsendable } from '../../makeServiceError';
import type { Call } from '../../serviceError';
import type { RequestForm } from '../serviceApi';
import { eventsAnswer, isSilent, unansweredActions } from './agentEvents';
import { messageContent } from './messageBody';
import type { ConversationState } from '../../records';

/** A service waits half a minute for its agent. Giving up before the service does would leave the outcome unknown. */
export const minMessageTimeoutSeconds = 60;

/** More events than one step of an agent has, so that the actions that wait for the user are all among the newest ones. */
export const eventsPerRequest = 30;

/** The agent and other users may have written since a message was sent, so it isn't always the newest. */
export const messagesPerRequest = 10;

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

  /** The newest event of one kind; of messages, the newest one in which the user or the agent says something. */
  async newestOf(id: string, filter: Query[number], signal: AbortSignal | undefined) {
    for (const limit of [1, messagesPerRequest]) {
      const { items, isAll } = await this.newestFirst('newestEvents', id, signal, { limit, filter });
      const found = items.find((one) => !isSilent(one));
      if (found || isAll) return found;
    }
    return undefined;
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

/** A record that was asked for by its id; `null` if the service doesn't know it. */
type Found = { readonly id: string } | null;

/**
 * Reads the states of conversations in one request.
 * @param path below `{base_url}`
 * @param statesIn returns the state of each record; `date` is the time of the answer, see {@link Caller.getDated}
 */
export function statusOperations<T extends Found>(
  caller: Caller,
  path: string,
  schema: z.ZodMiniType<readonly T[]>,
  statesIn: (records: readonly T[], date: number) => readonly (ConversationState | null)[],
): StatusOperations {
  return {
    async conversations(ids, signal) {
      if (ids.length === 0) return [];
      const query = ids.map((id) => ['ids', id] as const);
      const call = caller.newCall('conversations', path, query);
      // The service rejects the whole request if one id isn't a UUID. Services with another API have such ids.
      if (!ids.every(isUuid)) throw unsendable(call, 'conversation_id');
      const { answer, date } = await caller.getDated(call, schema, signal);
      return statesIn(inOrder(answer, ids, call), date);
    },
  };
}

/**
 * Checks that an answer has one member for each id, in the same order: a record with that id, or `null`.
 * @throws {ServiceError} if it doesn't
 */
export function inOrder<T extends Found>(answer: readonly T[], ids: readonly string[], call: Call): readonly T[] {
  if (answer.length !== ids.length) throw unexpected(call, '');
  const wrong = ids.findIndex((id, at) => {
    const member = answer[at];
    return member && comparableId(member.id) !== comparableId(id);
  });
  if (wrong >= 0) throw unexpected(call, `${wrong}.id`);
  return answer;
}
