import { comparableId } from '../../conversationId';
import type { Call } from '../../http/readAnswer';
import { unexpected } from '../../makeServiceError';

/** @throws {ServiceError} if the answer doesn't consist of one member for each id, each with that id or `null` */
export function inOrder<T extends { readonly id: string } | null>(
  answer: readonly T[],
  ids: readonly string[],
  call: Call,
): readonly T[] {
  const wrong = ids.findIndex((id, at) => {
    const one = answer[at];
    return one === undefined || (one !== null && comparableId(one.id) !== comparableId(id));
  });
  if (answer.length === ids.length && wrong < 0) return answer;
  const field = answer.length === ids.length ? `${wrong}.id` : '';
  throw unexpected(call, field);
}
