import * as z from 'zod';
import {
  gitProviders,
  startRequest,
  startResponse,
  type ConversationStartRequest,
  type ConversationStartResponse,
  type RecordShape,
  type Settings,
  type Shape,
} from '../common/records';
import { settingsFields, type SettingsType } from '../common/settingsFields';

// Requests are strict: services reject fields that they don't know, and an empty text would mean "not given". A field
// that is `undefined` isn't set: JSON omits it.

const sentValues = {
  text: z.string().min(1),
  anyText: z.string(),
  identifier: z.string().min(1),
  provider: z.enum(gitProviders),
  integer: z.int(),
} satisfies Record<Extract<Shape, string>, z.ZodType>;

/** Interface section 2.1, as we send it: no fields of our own, no nulls, unset is absent. */
export const conversationStartRequest = sent(startRequest) as z.ZodType<ConversationStartRequest>;

function sent(shape: Shape): z.ZodType {
  if (typeof shape === 'string') return sentValues[shape];
  if ('map' in shape) return z.record(z.string(), sent(shape.map)).readonly();
  if ('list' in shape) return (shape.filled ? z.array(sent(shape.list)).min(1) : z.array(sent(shape.list))).readonly();
  return z.strictObject(members(shape, sent, (member) => member.optional()));
}

// Responses are tolerant: unknown fields are preserved, unknown values of an enum are stored as text, and null is
// allowed everywhere except in fields that the interface requires.

/** Stored, shown, copied and made part of a URL. Known services create one of 32 characters. */
const identifier = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u;

/** Interface section 2.5. */
export const conversationStartResponse = z.looseObject(
  members(
    startResponse,
    (shape) => (shape === 'identifier' ? z.string().min(1).regex(identifier) : z.string()),
    (member) => member.nullish(),
  ),
) as z.ZodType as z.ZodType<ConversationStartResponse>;

/** What is read of the answer about one conversation: `session_api_key` is a secret, and the rest isn't used. */
export const conversationAnswer = z
  .object({
    conversation_id: z.string().nullish(),
    status: z.string(),
    runtime_status: z.string().nullish(),
    session_api_key: z.string().nullish(),
  })
  .nullable();

const maybe = { text: z.string().nullish(), boolean: z.boolean().nullish(), number: z.number().nullish() };
const maybeObject = z.looseObject({}).nullish();

// Some services send a bare URL for an entry, and newer ones a map from name to server for the whole.
const receivedUrlServers = z
  .array(z.union([z.string(), z.looseObject({ url: z.string(), api_key: maybe.text })]))
  .nullish();
const receivedMcpConfig = z
  .looseObject({
    sse_servers: receivedUrlServers,
    shttp_servers: receivedUrlServers,
    stdio_servers: z
      .array(
        z.looseObject({
          name: z.string(),
          command: z.string(),
          args: z.union([z.array(z.string()), z.string()]).nullish(),
          env: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

/** Accepted values for each type of interface section 2.6. */
const received = {
  'string or null': maybe.text,
  'string (password) or null': maybe.text,
  boolean: maybe.boolean,
  'boolean or null': maybe.boolean,
  'integer or null': maybe.number,
  'number or null': maybe.number,
  object: maybeObject,
  'UserSecrets object': maybeObject,
  'MCPConfig object': receivedMcpConfig,
} satisfies Record<SettingsType, z.ZodType>;

/** Interface section 2.6. Only `llm_api_key_set` is required. */
export const settings = z.looseObject({
  ...Object.fromEntries(Object.entries(settingsFields).map(([name, { type }]) => [name, received[type]])),
  llm_api_key_set: z.boolean(),
}) as z.ZodType<Settings>;

function members(
  { required, optional }: RecordShape,
  make: (shape: Shape) => z.ZodType,
  loosen: (member: z.ZodType) => z.ZodType,
): Record<string, z.ZodType> {
  const given = Object.entries(required).map(([name, shape]) => [name, make(shape)] as const);
  const loose = Object.entries(optional).map(([name, shape]) => [name, loosen(make(shape))] as const);
  return Object.fromEntries([...given, ...loose]);
}
