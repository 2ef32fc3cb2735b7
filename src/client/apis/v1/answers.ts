import * as z from 'zod/mini';
import { Redactor } from '../../../base/redactor';
import { urlOf } from '../../../base/url';
import { finalTaskStatus, StartTask } from '../../client';
import type { Caller } from '../../http/caller';
import { unexpected } from '../../makeServiceError';
import type { ConversationState } from '../../records';
import { containsSecret, mayHaveSecretPath, shownText } from '../../secrets';
import { readServerMessage } from '../../serverText';
import type { Call } from '../../serviceError';
import { agentStatus } from '../events/agentEvents';

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

type ConversationAnswer = z.infer<typeof conversation>;

export const conversationsAnswer = z.array(z.nullable(conversation));

/**
 * Withholds the answer's own key in it, and remembers it.
 * @throws {ServiceError} if an id contains a secret, or the task is ready but names no conversation
 */
export function taskOf(answer: z.infer<typeof startTaskAnswer>, call: Call, caller: Caller): StartTask {
  const { id, status, detail, app_conversation_id: conversationId } = answer;
  caller.addSecret(answer.session_api_key);
  const { redactor } = caller;
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

/**
 * The states of conversations, in a form that can be shown. The status is that of the agent (`execution_status`) or, if
 * the agent doesn't answer, that of its sandbox, in capitals like in the interface. A few names mean different things
 * for an agent, for a sandbox, and in the interface: these get a prefix, `AGENT_` or `SANDBOX_`.
 *
 * Withholds the sandboxes' own keys, and remembers them.
 */
export function statesOf(
  answer: readonly (ConversationAnswer | null)[],
  caller: Caller,
): readonly (ConversationState | null)[] {
  const ownKeys = new Redactor();
  for (const conversation of answer) {
    caller.addSecret(conversation?.session_api_key);
    if (conversation?.session_api_key) ownKeys.add(conversation.session_api_key);
  }
  const { redactor } = caller;
  // The window's redactor ignores short secrets, since these may be everyday words. A sandbox's key never is one.
  const inCapitals = (text: string) => shownText(ownKeys.withhold(text), redactor, (shown) => shown.toUpperCase());
  const hasNoSecret = (text: string) => !ownKeys.detects(text) && !containsSecret(text, redactor);
  return answer.map((conversation) => {
    if (!conversation) return conversation;
    const { id, sandbox_id, sandbox_status, conversation_ui_url: page_url } = conversation;
    return {
      status: statusOf(conversation, inCapitals),
      ...(sandbox_status === 'PAUSED' && { is_sandbox_paused: true as const }),
      ...(sandbox_id && hasNoSecret(sandbox_id) && { sandbox_id }),
      ...(page_url && hasNoSecret(page_url) && !mayHaveUnknownSecret(page_url, id) && { page_url }),
    };
  });
}

/** True if the query, the fragment or the path of a page's URL may be a secret that the window doesn't know. */
function mayHaveUnknownSecret(page: string, id: string): boolean {
  const url = urlOf(page);
  return !url || /[?#@]/.test(page) || mayHaveSecretPath(url, id);
}

function statusOf(
  { execution_status: execution, sandbox_status: sandbox }: ConversationAnswer,
  inCapitals: (text: string) => string | undefined,
): string {
  const ofAgent = inCapitals(execution ?? '');
  if (ofAgent !== undefined) return agentStatus(ofAgent);
  const ofSandbox = inCapitals(sandbox ?? '') ?? 'UNKNOWN';
  // A running sandbox says nothing about whether its agent is running.
  const isAmbiguous = ofSandbox === 'RUNNING' || ofSandbox === 'ERROR';
  return isAmbiguous ? `SANDBOX_${ofSandbox}` : ofSandbox;
}
