import type * as z from 'zod/mini';
import type { StatusOperations } from '../../client';
import { comparableId, isUuid } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unexpected, unsendable } from '../../makeServiceError';
import type { ConversationState } from '../../records';
import type { Call } from '../../serviceError';

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
