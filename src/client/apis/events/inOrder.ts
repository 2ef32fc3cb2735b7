import { comparableId } from '../../conversationId';
import type { Call } from '../../http/readAnswer';
import { unexpected } from '../../makeServiceError';

/**
 * Checks that an answer has one member for each id, in the same order: a record with that id, or `null`.
 * @throws {ServiceError} if it doesn't
 */
export function inOrder<T extends { readonly id: string } | null>(
  answer: readonly T[],
  ids: readonly string[],
  call: Call,
): readonly T[] {
  const wrong = ids.findIndex((id, at) => {
    const member = answer[at];
    return member === undefined || (member !== null && comparableId(member.id) !== comparableId(id));
  });
  if (answer.length === ids.length && wrong < 0) return answer;
  const field = answer.length === ids.length ? `${wrong}.id` : '';
  throw unexpected(call, field);
}
