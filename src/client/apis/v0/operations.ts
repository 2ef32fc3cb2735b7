import * as z from 'zod/mini';
import type { Redactor } from '../../../base/redactor';
import type { Capabilities, StartAndSettings } from '../../client';
import { conversationUrl } from '../../conversationId';
import type { Caller } from '../../http/caller';
import { unexpected, unsendable } from '../../makeServiceError';
import type { ConversationStartResponse, ConversationState } from '../../records';
import { settings } from '../../schemas';
import { containsSecret, shownText, withoutSecrets } from '../../secrets';
import type { Call } from '../../serviceError';
import { v0 } from './v0';

export function operationsOf(caller: Caller, retrySettings: boolean): StartAndSettings & Pick<Capabilities, 'status'> {
  return {
    async startConversation({ json }, signal) {
      const call = caller.newCall('startConversation', v0.start.path);
      const { answer } = await caller.post(call, json, conversationStartResponse, { signal });
      for (const name of ['session_api_key', 'api_key']) caller.addSecret(answer[name]);
      const { redactor } = caller;
      if (containsSecret(answer.conversation_id, redactor))
        throw unexpected(call, 'conversation_id', 'free of secrets');
      return {
        ...(withoutSecrets(answer, redactor) as ConversationStartResponse),
        conversation_id: answer.conversation_id,
      };
    },
    startForm: () => Promise.resolve(v0.start),
    async loadSettings(signal) {
      return caller.get(caller.newCall('loadSettings', v0.settings.path), settings, signal, retrySettings);
    },
    status: {
      conversations(ids, signal) {
        return Promise.all(
          ids.map(async (id) => {
            const all = caller.newCall('conversations', v0.start.path);
            const url = conversationUrl(all.url.href, id);
            if (!url) throw unsendable(all, 'conversation_id');
            const call = caller.newCall('conversations', url);
            const answer = await caller.get(call, conversationAnswer, signal);
            caller.addSecret(answer?.session_api_key);
            return stateOf(answer, id, call, caller.redactor);
          }),
        );
      },
    },
  };
}

type ConversationAnswer = z.infer<typeof conversationAnswer>;

/**
 * The state in an answer about a conversation, in a form that can be shown; `null` if the service doesn't know it.
 * @param redactor also removes the key that the conversation's answer contains
 * @throws {ServiceError} if the answer is about another conversation, or has no status
 */
function stateOf(answer: ConversationAnswer, id: string, call: Call, redactor: Redactor): ConversationState | null {
  if (answer === null) return null;
  const { conversation_id: about, runtime_status: runtime } = answer;
  if (typeof about === 'string' && about !== id) throw unexpected(call, 'conversation_id');
  const status = shownText(answer.status, redactor);
  if (status === undefined) throw unexpected(call, 'status', 'not empty');
  const runtime_status = runtime ? shownText(runtime, redactor) : undefined;
  return { status, ...(runtime_status !== undefined && { runtime_status }) };
}

const text = z.nullish(z.string());

/** A value of another type counts as absent, so that the rest of an answer can still be read. */
const optionalText = z.catch(text, undefined);

/** An id is stored, shown, copied and made part of a URL. Those of known services have 32 characters. */
const identifier = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u;

/** Interface section 2.5. */
const conversationStartResponse = z.looseObject({
  status: z.string(),
  conversation_id: z.string().check(z.minLength(1), z.regex(identifier)),
  message: optionalText,
  conversation_status: optionalText,
}) as z.ZodMiniType<ConversationStartResponse>;

/** The fields that are read from the answer about one conversation. `session_api_key` is a secret. */
const conversationAnswer = z.nullable(
  z.object({
    conversation_id: text,
    status: z.string(),
    runtime_status: optionalText,
    session_api_key: optionalText,
  }),
);
