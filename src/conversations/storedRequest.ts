import type { ConversationStartRequest } from '../client/records';
import { isRecord } from '../base/json';
import { fitsField, isRequestField } from '../client/fieldTypes';
import { ellipsize, firstLine, truncate } from '../base/text';

/** Characters of a text that are stored. The history isn't meant for whole logs. */
const maxStored = 256 * 1024;

/** The part of a text, or of an object with texts, that is stored. Returns the value itself if nothing is cut off. */
export function clip<T>(value: T): T {
  if (typeof value === 'string') return truncate(value, maxStored) as T;
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, clip(member)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : (Object.fromEntries(members) as T);
}

/** Fields that aren't stored, except for their names: images and replays are large, and MCP servers contain secrets. */
const neverKeptFields = ['image_urls', 'replay_json', 'mcp_config'] as const;
const neverKept: ReadonlySet<string> = new Set(neverKeptFields);

export type StoredRequest = Omit<ConversationStartRequest, (typeof neverKeptFields)[number]>;

/**
 * The part of a request that is stored. The request may come from another extension or from a damaged file, so unknown
 * fields and values of the wrong type are dropped.
 */
export function storedRequest(request: Readonly<Record<string, unknown>> | ConversationStartRequest): StoredRequest {
  const stored = Object.entries(request).filter(
    ([name, value]) => isRequestField(name) && !neverKept.has(name) && fitsField(value, name),
  );
  return clip(Object.fromEntries(stored));
}

/** Names of the fields that are sent but not stored, or only in part. */
export function fieldsNotKept(request: ConversationStartRequest): readonly string[] {
  const names = Object.keys(request) as (keyof ConversationStartRequest)[];
  const cut = names.filter((name) => !neverKept.has(name) && clip(request[name]) !== request[name]);
  return [...cut, ...neverKeptFields.filter((field) => request[field] !== undefined)];
}

/** A request whose texts together have at most this many characters is kept in memory as it is. */
const maxWhole = 500;

/** Characters of each text in longer requests that are kept: more than fits in a row of a list. */
const maxText = 200;

interface Abridgeable {
  readonly request: StoredRequest;
  readonly notKept?: readonly string[];
  readonly abridged?: true;
}

/**
 * The conversation with the part of its request that lists show: long texts are cut off, instructions are removed, and
 * `notKept` names the incomplete fields. If the request is short, the conversation is returned as it is.
 */
export function abridged<T extends Abridgeable>(conversation: T): T {
  const { request, notKept = [] } = conversation;
  if (conversation.abridged || lengthOf(request) <= maxWhole) return conversation;
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const cut = abridge(name as keyof StoredRequest, value);
    if (cut !== undefined) short[name] = cut;
  }
  const missing = Object.keys(request).filter((name) => short[name] !== request[name as keyof StoredRequest]);
  const names = new Set([...missing.filter((name) => typeof short[name] !== 'object'), ...notKept]);
  const row = { ...conversation, request: short, ...(names.size > 0 && { notKept: [...names] }), abridged: true };
  // A substring would keep the whole string in memory. A copy doesn't.
  return JSON.parse(JSON.stringify(row)) as T;
}

function lengthOf(value: unknown): number {
  if (!isRecord(value)) return typeof value === 'string' ? value.length : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + lengthOf(member), 0);
}

function abridge(name: keyof StoredRequest, value: unknown): unknown {
  if (name === 'conversation_instructions') return undefined;
  if (name === 'initial_user_msg') return firstLine(String(value));
  if (!isRecord(value)) return cutText(value);
  return Object.fromEntries(Object.entries(value).map(([member, text]) => [member, cutText(text)]));
}

function cutText(value: unknown): unknown {
  return typeof value === 'string' ? ellipsize(value, maxText) : value;
}
