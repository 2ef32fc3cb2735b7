import * as z from 'zod/mini';
import type { Redactor } from '../../../base/redactor';
import type { ConversationState } from '../../records';
import { shownText } from '../../secrets';
import { agentStatus } from '../events/agentEvents';

/** A value of another type is left out: one odd conversation would otherwise hide the state of all that were asked for. */
const text = z.catch(z.nullish(z.string()), undefined);

/** Stored, shown in the log, and made part of a query. */
export const uuid = z.string().check(z.regex(/^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i));

/**
 * The fields that are read from a conversation. Its agent isn't read: its headers and its URL may contain secrets in
 * plain text.
 */
const conversation = z.object({
  id: uuid,
  execution_status: text,
  created_at: text,
  updated_at: text,
  last_user_message_id: text,
});
type ConversationAnswer = z.infer<typeof conversation>;

export const startAnswer = z.object({ id: uuid });

export const conversationsAnswer = z.array(z.nullable(conversation));

export const settingsAnswer = z.looseObject({ llm_api_key_is_set: z.boolean() });

/** A server says of a new conversation for a moment that it's idle, although its agent is about to run. */
const startsMilliseconds = 5_000;

/**
 * The state of a conversation, in the words for states of API V1.
 * @param now when the server said so, by its own clock, in milliseconds since 1970; `NaN` if it's unknown
 */
export function stateOf(answer: ConversationAnswer, now: number, redactor: Redactor): ConversationState {
  const status = shownText(answer.execution_status ?? '', redactor, (name) => name.toUpperCase()) ?? 'UNKNOWN';
  if (status === 'IDLE' && isAboutToRun(answer, now)) return { status: 'STARTING' };
  return { status: agentStatus(status) };
}

/**
 * Without a message, an agent doesn't run. The last change is no measure of how long ago a conversation was created: one
 * whose action was rejected right after its start is idle from then on, and never changes again.
 */
function isAboutToRun(
  { created_at, updated_at, last_user_message_id: message }: ConversationAnswer,
  now: number,
): boolean {
  const until = Number.isNaN(now) ? Date.parse(updated_at ?? '') : now;
  return Boolean(message) && until - Date.parse(created_at ?? '') < startsMilliseconds;
}
