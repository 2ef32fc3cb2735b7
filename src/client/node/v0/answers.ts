import * as z from 'zod/mini';
import { startResponse, type ConversationStartResponse } from '../../common/records';
import { members } from '../schemas';

/** Stored, shown, copied and made part of a URL. Known services create one of 32 characters. */
const identifier = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u;

/** Interface section 2.5. */
export const conversationStartResponse = z.looseObject(
  members(
    startResponse,
    (shape) => (shape === 'identifier' ? z.string().check(z.minLength(1), z.regex(identifier)) : z.string()),
    z.nullish,
  ),
) as z.ZodMiniType as z.ZodMiniType<ConversationStartResponse>;

/** What is read of the answer about one conversation: `session_api_key` is a secret, and the rest isn't used. */
export const conversationAnswer = z.nullable(
  z.object({
    conversation_id: z.nullish(z.string()),
    status: z.string(),
    runtime_status: z.nullish(z.string()),
    session_api_key: z.nullish(z.string()),
  }),
);
