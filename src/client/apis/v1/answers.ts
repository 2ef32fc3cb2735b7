import * as z from 'zod/mini';
import { finalTaskStatus, StartTask } from '../../client';
import type { Caller } from '../../http/caller';
import type { Call } from '../../http/readAnswer';
import { containsSecret, shownText } from '../../secrets';
import { readServerMessage } from '../../serverText';
import { unexpected } from '../../makeServiceError';

const text = z.nullish(z.string());

const optionalText = z.catch(text, undefined);

const plainCharacters = /^[\w-]{1,100}$/;

/** An id is stored, shown in the log, and made part of a query. Known services use UUIDs without hyphens. */
const identifier = z.string().check(z.regex(plainCharacters));

export function isIdentifier(id: string): boolean {
  return plainCharacters.test(id);
}

/**
 * The fields that are read from a start task. `request`, which repeats everything that was sent, and
 * `agent_server_url`, which is an address inside the service, aren't needed.
 */
export const startTaskAnswer = z.object({
  id: identifier,
  status: z.string(),
  detail: optionalText,
  app_conversation_id: z.nullish(identifier),
  session_api_key: optionalText,
});

/** A page of tasks. Each contains the request that was sent; only its id is read. */
export const foundTasksAnswer = z.object({
  items: z.array(
    z.extend(startTaskAnswer, { request: z.nullish(z.object({ conversation_id: z.nullish(identifier) })) }),
  ),
});

export const profilesAnswer = z.object({ profiles: z.array(z.object({ model: text })) });

export const startTasksAnswer = z.array(z.nullable(startTaskAnswer));

/**
 * The fields that are read from a conversation. `session_api_key` is a secret, and is read only so that it can be
 * removed from other texts. Other fields, such as `conversation_url`, aren't used.
 */
const conversation = z.object({
  id: identifier,
  // A value of another type counts as absent. Otherwise, one odd conversation would hide the states of all the others.
  sandbox_status: optionalText,
  execution_status: optionalText,
  session_api_key: optionalText,
  sandbox_id: z.catch(z.nullish(identifier), undefined),
  conversation_ui_url: z.catch(z.nullish(z.string().check(z.maxLength(2000))), undefined),
});

export type ConversationAnswer = z.infer<typeof conversation>;

export const conversationsAnswer = z.array(z.nullable(conversation));

/**
 * Withholds the answer's own key in it, and remembers it.
 * @throws {ServiceError} if an id contains a secret, or the task is ready but names no conversation
 */
export function taskOf(answer: z.infer<typeof startTaskAnswer>, call: Call, caller: Caller): StartTask {
  const { id, status, detail, app_conversation_id: conversationId } = answer;
  caller.addSecret(answer.session_api_key);
  const redactor = caller.secrets;
  for (const [field, value] of Object.entries({ id, app_conversation_id: conversationId ?? '' }))
    if (containsSecret(value, redactor)) throw unexpected(call, field, 'free of secrets');
  if (status === finalTaskStatus.ready && !conversationId) throw unexpected(call, 'app_conversation_id', 'string');
  const { text } = readServerMessage(detail, redactor);
  return new StartTask({
    id,
    status: shownText(status, redactor) ?? '',
    ...(text !== undefined && { detail: text }),
    ...(conversationId && { conversationId }),
  });
}
