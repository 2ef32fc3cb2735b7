import * as z from 'zod/mini';

const text = z.nullish(z.string());

const plainCharacters = /^[\w-]{1,100}$/;

/** Stored, shown in the log, and made part of a query. Known services use UUIDs without hyphens. */
const identifier = z.string().check(z.regex(plainCharacters));

/** True for an id that an answer can have. */
export function isIdentifier(id: string): boolean {
  return plainCharacters.test(id);
}

/**
 * What is read of a start task. `request` repeats everything that was sent, and `agent_server_url` is an address inside
 * the service: neither is needed.
 */
export const startTaskAnswer = z.object({
  id: identifier,
  status: z.string(),
  detail: text,
  app_conversation_id: z.nullish(identifier),
});

/** The tasks in the order in which they were asked for; `null` for one that the service doesn't know. */
export const startTasksAnswer = z.array(z.nullable(startTaskAnswer));

/**
 * What is read of a conversation. `session_api_key` is a secret, known only to be removed elsewhere; the rest,
 * `conversation_url` included, isn't used.
 */
const conversation = z.object({
  id: identifier,
  sandbox_status: text,
  execution_status: text,
  session_api_key: text,
});

export type ConversationAnswer = z.infer<typeof conversation>;

/** The conversations in the order in which they were asked for; `null` for one that the service doesn't know. */
export const conversationsAnswer = z.array(z.nullable(conversation));

/** Everything in it is optional, except what the settings themselves require. */
export const settingsAnswer = z.looseObject({ llm_api_key_set: z.boolean() });
