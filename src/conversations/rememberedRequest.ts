import type { ConversationStartRequest } from '../client/records';
import { isRecord } from '../base/json';
import { fits, isRequestField } from '../client/fieldTypes';
import { ellipsize, firstLine, truncate } from '../base/text';

/** Longer texts are cut to their beginning: the history isn't meant for whole logs. In characters. */
const maxStored = 256 * 1024;

/** The stored part of a text, or of an object with texts: the object itself if it is all of it. */
export function clip<T>(value: T): T {
  if (typeof value === 'string') return truncate(value, maxStored) as T;
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, clip(member)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : (Object.fromEntries(members) as T);
}

/** Only their names are stored: the bodies of images and replays are long, and MCP servers contain secrets. */
const unkeptFields = ['image_urls', 'replay_json', 'mcp_config'] as const;
const unkept: ReadonlySet<string> = new Set(unkeptFields);

export type RememberedRequest = Omit<ConversationStartRequest, (typeof unkeptFields)[number]>;

/**
 * The stored part of a request. The request may come from any extension's command or from a damaged file: fields and
 * members that the interface doesn't have, and values of the wrong type, are dropped.
 */
export function remember(request: Readonly<Record<string, unknown>> | ConversationStartRequest): RememberedRequest {
  const remembered = Object.entries(request).filter(
    ([name, value]) => isRequestField(name) && !unkept.has(name) && fits(value, name),
  );
  return clip(Object.fromEntries(remembered));
}

/** Names of the fields that are sent and not stored, or not completely. */
export function omittedFields(request: ConversationStartRequest): readonly string[] {
  const names = Object.keys(request) as (keyof ConversationStartRequest)[];
  const cut = names.filter((name) => !unkept.has(name) && clip(request[name]) !== request[name]);
  return [...cut, ...unkeptFields.filter((field) => request[field] !== undefined)];
}

/** A request whose texts have at most this many characters stays in memory as it is. */
const maxWhole = 500;

/** In longer requests, texts are cut to this length: more than fits in a row of a list. */
const maxText = 200;

interface Abridgeable {
  readonly request: RememberedRequest;
  readonly notKept?: readonly string[];
  readonly abridged?: true;
}

/**
 * The conversation with only as much of its request as lists show: long texts are cut, instructions are removed, and
 * `notKept` names the incomplete fields. A short one is returned as it is.
 */
export function abridged<T extends Abridgeable>(conversation: T): T {
  const { request, notKept = [] } = conversation;
  if (conversation.abridged || lengthOf(request) <= maxWhole) return conversation;
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const cut = abridge(name as keyof RememberedRequest, value);
    if (cut !== undefined) short[name] = cut;
  }
  const missing = Object.keys(request).filter((name) => short[name] !== request[name as keyof RememberedRequest]);
  const names = new Set([...missing.filter((name) => typeof short[name] !== 'object'), ...notKept]);
  const row = { ...conversation, request: short, ...(names.size > 0 && { notKept: [...names] }), abridged: true };
  // A substring keeps the whole string in memory; a copy doesn't.
  return JSON.parse(JSON.stringify(row)) as T;
}

function lengthOf(value: unknown): number {
  if (!isRecord(value)) return typeof value === 'string' ? value.length : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + lengthOf(member), 0);
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
