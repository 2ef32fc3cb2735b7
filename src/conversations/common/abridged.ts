import type { Conversation } from './conversation';
import type { RememberedRequest } from './rememberedRequest';
import { isRecord } from '../../base/common/json';
import { ellipsize, firstLine } from '../../base/common/text';

/** A request of at most this many characters is stored in its line unchanged. */
const maxWhole = 500;

/** In longer requests, texts are cut to this length: more than fits in a row of a list. */
const maxText = 200;

/**
 * The conversation with only as much of its request as lists show: long texts are cut, instructions are removed, and
 * `notKept` names the incomplete fields. A short one is returned as it is.
 */
export function abridged(conversation: Conversation): Conversation {
  const { request, notKept = [] } = conversation;
  if (conversation.abridged || charactersOf(request) <= maxWhole) return conversation;
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const cut = abridge(name as keyof RememberedRequest, value);
    if (cut !== undefined) short[name] = cut;
  }
  const missing = Object.keys(request).filter((name) => short[name] !== request[name as keyof RememberedRequest]);
  const names = new Set([...missing.filter((name) => typeof short[name] !== 'object'), ...notKept]);
  const row = { ...conversation, request: short, ...(names.size > 0 && { notKept: [...names] }), abridged: true };
  // A substring keeps the whole string in memory; a copy doesn't.
  return JSON.parse(JSON.stringify(row)) as Conversation;
}

/** Parts that an abridged conversation lacks. */
export type WholeRequest = Pick<Conversation, 'request' | 'notKept'>;

export function unabridged(row: Conversation, { request, notKept }: WholeRequest): Conversation {
  const rest = Object.entries(row).filter(([name]) => name !== 'notKept' && name !== 'abridged');
  return { ...(Object.fromEntries(rest) as unknown as Conversation), request, ...(notKept && { notKept }) };
}

function abridge(name: keyof RememberedRequest, value: unknown): unknown {
  if (name === 'conversation_instructions') return undefined;
  if (name === 'initial_user_msg') return firstLine(String(value));
  if (!isRecord(value)) return cutText(value);
  return Object.fromEntries(Object.entries(value).map(([member, text]) => [member, cutText(text)]));
}

function cutText(value: unknown): unknown {
  return typeof value === 'string' ? ellipsize(value, maxText) : value;
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!isRecord(value)) return 0;
  let characters = 0;
  for (const name in value) characters += charactersOf(value[name]);
  return characters;
}
