import * as z from 'zod/mini';
import type { Redactor } from '../../../base/redactor';
import { uuidPattern } from '../../conversationId';
import type { ConversationState } from '../../records';
import { shownText } from '../../secrets';
import { agentStatus, timeZone } from '../events/agentEvents';

/** A value of another type counts as absent. Otherwise, one odd conversation would hide the states of all the others. */
const optionalText = z.catch(z.nullish(z.string()), undefined);

/** An id is stored, shown in the log, and made part of a query. */
export const uuid = z.string().check(z.regex(uuidPattern));

/**
 * The fields that are read from a conversation. Its agent isn't read: its headers and its URL may contain secrets in
 * plain text.
 */
const conversation = z.object({
  id: uuid,
  execution_status: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
  last_user_message_id: optionalText,
});
type ConversationAnswer = z.infer<typeof conversation>;

export const startAnswer = z.object({ id: uuid });

export const conversationsAnswer = z.array(z.nullable(conversation));

export const settingsAnswer = z.looseObject({ llm_api_key_is_set: z.boolean() });

/** For a moment, a server reports a new conversation as idle, although its agent is about to run. */
const maxStartMilliseconds = 5_000;

/**
 * The state of a conversation, with the status names of API V1.
 * @param now time of the answer by the server's clock, in milliseconds since 1970; `NaN` if it's unknown
 */
export function stateOf(answer: ConversationAnswer, now: number, redactor: Redactor): ConversationState {
  const status = shownText(answer.execution_status ?? '', redactor, (name) => name.toUpperCase()) ?? 'UNKNOWN';
  if (status === 'IDLE' && isAboutToRun(answer, now)) return { status: 'STARTING' };
  return { status: agentStatus(status) };
}

/**
 * True shortly after a conversation was created with a message; without one, its agent doesn't run. Its age is measured by
 * the server's clock. The time of its last change only counts if that isn't possible, because a conversation whose action was
 * rejected right after its start never changes again, and would seem new forever.
 */
function isAboutToRun(
  { created_at: created, updated_at: updated, last_user_message_id: message }: ConversationAnswer,
  now: number,
): boolean {
  const isComparable = !Number.isNaN(now) && timeZone.test(created ?? '');
  const until = isComparable ? now : Date.parse(updated ?? '');
  return Boolean(message) && until - Date.parse(created ?? '') < maxStartMilliseconds;
}
