import { startRequest, type ConversationStartRequest, type Shape } from '../../client/common/records';
import { fieldsOf, isOfType } from '../../client/common/shapes';

/** Longer messages are cut to their beginning: the history isn't meant for whole logs. In characters. */
const maxMessage = 256 * 1024;

/**
 * Fields of which only the name is stored: the bodies of images and replays, and MCP servers, which contain secrets.
 */
const unkeptFields = ['image_urls', 'replay_json', 'mcp_config'] as const;

/** The stored part of a request. */
export type RememberedRequest = Omit<ConversationStartRequest, (typeof unkeptFields)[number]>;

const rememberedFields = Object.entries(fieldsOf(startRequest)).filter(
  ([name]) => !unkeptFields.some((unkept) => unkept === name),
);

/** The stored part of a value; `undefined` when it, or a member of it, has the wrong type. */
function kept(value: unknown, shape: Shape): unknown {
  if (!isOfType(value, shape)) return undefined;
  if (typeof shape === 'string' || !('required' in shape)) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const given = Object.entries(fieldsOf(shape)).filter(([name]) => record[name] !== undefined);
  const members = given.map(([name, inner]) => [name, kept(record[name], inner)] as const);
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members);
}

/**
 * The stored part of a request. The request may come from any extension's command or from a damaged file: fields that
 * the interface doesn't have, and values of the wrong type, are dropped.
 */
export function remember(request: Readonly<Record<string, unknown>> | ConversationStartRequest): RememberedRequest {
  const given = request as Readonly<Record<string, unknown>>;
  const remembered: Record<string, unknown> = {};
  for (const [name, shape] of rememberedFields) {
    const value = kept(given[name], shape);
    if (value !== undefined) remembered[name] = value;
  }
  const { initial_user_msg: message } = remembered as RememberedRequest;
  if (message === undefined || message.length <= maxMessage) return remembered;
  return { ...remembered, initial_user_msg: message.slice(0, maxMessage).replace(/\p{Surrogate}$/u, '') };
}

/** Names of the fields that are sent and not stored, or not completely. */
export function omittedFields(request: ConversationStartRequest): readonly string[] {
  const cut = (request.initial_user_msg?.length ?? 0) > maxMessage ? ['initial_user_msg'] : [];
  return [...cut, ...unkeptFields.filter((field) => request[field] !== undefined)];
}
