import * as z from 'zod/mini';
import { gitProviders, startRequest, type ConversationStartRequest, type Settings, type Shape } from './records';
import { fieldsOf } from './shapes';
import { settingsFields, type SettingsType } from './settingsFields';

// Requests are strict: services reject fields that they don't know, and an empty text would mean "not given". A field
// that is `undefined` isn't set: JSON omits it.

const sentValues = {
  text: z.string().check(z.minLength(1)),
  anyText: z.string(),
  provider: z.enum(gitProviders),
  integer: z.int(),
} satisfies Record<Extract<Shape, string>, z.ZodMiniType>;

/** Interface section 2.1, as we send it: no fields of our own, no nulls, unset is absent. */
export const conversationStartRequest = sent(startRequest) as z.ZodMiniType<ConversationStartRequest>;

function sent(shape: Shape): z.ZodMiniType {
  if (typeof shape === 'string') return sentValues[shape];
  if ('map' in shape) return z.readonly(z.record(z.string(), sent(shape.map)));
  if ('list' in shape) {
    const list = z.array(sent(shape.list));
    return z.readonly(shape.filled ? list.check(z.minLength(1)) : list);
  }
  const fields = Object.entries(fieldsOf(shape)).map(([name, field]) => {
    const isRequired = Object.hasOwn(shape.required, name);
    return [name, isRequired ? sent(field) : z.optional(sent(field))] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

// Responses are tolerant: unknown fields are preserved, unknown values of an enum are stored as text, and null is
// allowed everywhere except in fields that the interface requires.

const maybe = { text: z.nullish(z.string()), boolean: z.nullish(z.boolean()), number: z.nullish(z.number()) };
const maybeObject = z.nullish(z.looseObject({}));

// Some services send a bare URL for an entry, and newer ones a map from name to server for the whole.
const receivedUrlServers = z.nullish(
  z.array(z.union([z.string(), z.looseObject({ url: z.string(), api_key: maybe.text })])),
);
const receivedMcpConfig = z.nullish(
  z.looseObject({
    sse_servers: receivedUrlServers,
    shttp_servers: receivedUrlServers,
    stdio_servers: z.nullish(
      z.array(
        z.looseObject({
          name: z.string(),
          command: z.string(),
          args: z.nullish(z.union([z.array(z.string()), z.string()])),
          env: z.nullish(z.union([z.record(z.string(), z.unknown()), z.string()])),
        }),
      ),
    ),
  }),
);

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
} satisfies Record<SettingsType, z.ZodMiniType>;

/** Interface section 2.6. Only `llm_api_key_set` is required. */
export const settings = z.looseObject({
  ...Object.fromEntries(Object.entries(settingsFields).map(([name, { type }]) => [name, received[type]])),
  llm_api_key_set: z.boolean(),
}) as z.ZodMiniType<Settings>;
