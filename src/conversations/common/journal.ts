import { remember, type Conversation, type ConversationChange, type Outcome } from './conversation';
import { isRecord } from '../../base/common/json';

/**
 * One line of the journal in which conversations are kept. Windows append to one file at the same time, so a line says
 * what happened rather than how everything now stands.
 */
export type JournalRecord =
  | { readonly type: 'sent'; readonly conversation: Conversation }
  | { readonly type: 'changed'; readonly id: string; readonly change: ConversationChange }
  | { readonly type: 'removed'; readonly id: string };

export function formatJournalRecord(record: JournalRecord): string {
  return `${JSON.stringify({ version: 1, ...record })}\n`;
}

/** The record of a line; `undefined` for one that is damaged or from a version that this one cannot read. */
export function parseJournalRecord(line: string): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['version'] !== 1) return undefined;
  const { type, id } = value;
  if (type === 'sent') {
    const conversation = readConversation(value['conversation']);
    return conversation && { type, conversation };
  }
  if (typeof id !== 'string') return undefined;
  if (type === 'removed') return { type, id };
  const change: ConversationChange | undefined = type === 'changed' ? read(value['change'], changeFields) : undefined;
  return change && { type: 'changed', id, change };
}

/** Whether a line that cannot be read was written by a version that knows more: it is not damaged, and not ours to move. */
export function isOfNewerVersion(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) return false;
    const { version, type } = value;
    return version === 1 ? typeof type === 'string' && !knownTypes.has(type) : Number.isInteger(version);
  } catch {
    return false;
  }
}

const knownTypes: ReadonlySet<string> = new Set<JournalRecord['type']>(['sent', 'changed', 'removed']);

/** Takes one record into the conversations by id. Says whether anything changed. */
export function applyJournalRecord(conversations: Map<string, Conversation>, record: JournalRecord): boolean {
  switch (record.type) {
    case 'sent': {
      const { conversation } = record;
      const known = conversations.get(conversation.id);
      // It may be in two files, and each may say what has become of it since.
      const next = known ? withChange(known, changeIn(conversation)) : conversation;
      if (next === known) return false;
      conversations.set(conversation.id, next);
      return true;
    }
    case 'changed': {
      const known = conversations.get(record.id);
      const changed = known && withChange(known, record.change);
      if (!changed || changed === known) return false;
      conversations.set(record.id, changed);
      return true;
    }
    case 'removed':
      return conversations.delete(record.id);
  }
}

/** How much is known with an outcome. */
const certainty: Readonly<Record<Outcome, number>> = { sending: 0, mayHaveStarted: 1, notStarted: 2, started: 3 };

/**
 * Two windows may write about one start: the one that got the answer, and one that took it for interrupted. Whichever
 * comes last in the file, the one that knows more is right, and of two reports the later one.
 */
function withChange(known: Conversation, change: ConversationChange): Conversation {
  const { outcome = known.outcome } = change;
  if (certainty[outcome] < certainty[known.outcome]) return known;
  const changed = { ...known, ...latest(known, change) };
  if (outcome === 'started' && change.problem === undefined) delete changed.problem;
  return saysTheSame(known, changed) ? known : changed;
}

/** The change without a report that is older than the one that is known. */
function latest({ reportedAt }: Conversation, change: ConversationChange): ConversationChange {
  if (reportedAt === undefined || change.reportedAt === undefined || change.reportedAt >= reportedAt) return change;
  return Object.fromEntries(Object.entries(change).filter(([name]) => name !== 'status' && name !== 'reportedAt'));
}

/** What a start that was written down once more says of what has become of it. */
function changeIn(conversation: Conversation): ConversationChange {
  return Object.fromEntries(Object.entries(conversation).filter(([name]) => changeFields.has(name)));
}

/** Whether nothing is known of a conversation that was not. */
export function saysTheSame(known: Conversation, changed: Conversation): boolean {
  return changeNames.every((name) => known[name] === changed[name]);
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);
const isFilled: Check = (value) => isRecord(value) && isText(value['by']) && isTextList(value['fields']);
const isTrue: Check = (value) => value === true;
const isOutcome: Check = (value) => typeof value === 'string' && Object.hasOwn(certainty, value);

const ofChange: Readonly<Record<keyof ConversationChange, Check>> = {
  outcome: isOutcome,
  conversationId: isText,
  status: isText,
  reportedAt: isNumber,
  problem: isText,
};
const changeFields: Fields = new Map(Object.entries(ofChange));
const changeNames = Object.keys(ofChange) as readonly (keyof ConversationChange)[];

const ofConversation: Readonly<Record<keyof Conversation, Check>> = {
  ...ofChange,
  id: isText,
  baseUrl: isText,
  workspace: isText,
  request: isRecord,
  notKept: isTextList,
  filled: isFilled,
  abridged: isTrue,
  sentAt: isNumber,
  deadline: isNumber,
  sender: isNumber,
};
const conversationFields: Fields = new Map(Object.entries(ofConversation));

const required = ['id', 'baseUrl', 'request', 'outcome', 'sentAt', 'deadline'] as const;

function readConversation(value: unknown): Conversation | undefined {
  const fields: Partial<Conversation> | undefined = read(value, conversationFields);
  if (!fields || required.some((name) => fields[name] === undefined)) return undefined;
  const conversation = fields as Conversation;
  const request = remember(conversation.request);
  return isEqual(request, conversation.request) ? conversation : { ...conversation, request };
}

type Fields = ReadonlyMap<string, Check>;

/**
 * The named fields and no others; `undefined` when one of them is not what it should be. What has no others is returned
 * as it is: what `JSON.parse` makes takes half of the room of a copy.
 */
function read(value: unknown, fields: Fields): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  let isExact = true;
  for (const name in value) {
    const check = fields.get(name);
    if (!check) isExact = false;
    else if (value[name] !== undefined && !check(value[name])) return undefined;
  }
  return isExact ? value : Object.fromEntries(Object.entries(value).filter(([name]) => fields.has(name)));
}

function isEqual(a: object, b: object): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => Reflect.get(a, name) === Reflect.get(b, name));
}
