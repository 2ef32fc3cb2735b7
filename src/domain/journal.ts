import { remember, type Conversation, type ConversationChange, type Outcome } from './conversation';
import { isRecord } from './isRecord';

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
    case 'sent':
      if (conversations.has(record.conversation.id)) return false;
      conversations.set(record.conversation.id, record.conversation);
      return true;
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
 * comes last in the file, the one that knows more is right.
 */
function withChange(known: Conversation, change: ConversationChange): Conversation {
  const { outcome = known.outcome } = change;
  if (certainty[outcome] < certainty[known.outcome]) return known;
  const changed = { ...known, ...change };
  if (outcome === 'started' && change.problem === undefined) delete changed.problem;
  return changed;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);
const isFilled: Check = (value) => isRecord(value) && isText(value['by']) && isTextList(value['fields']);
const isOutcome: Check = (value) => typeof value === 'string' && Object.hasOwn(certainty, value);

const changeFields: Readonly<Record<keyof ConversationChange, Check>> = {
  outcome: isOutcome,
  conversationId: isText,
  status: isText,
  reportedAt: isNumber,
  problem: isText,
};

const conversationFields: Readonly<Record<Exclude<keyof Conversation, 'request'>, Check>> = {
  ...changeFields,
  id: isText,
  baseUrl: isText,
  workspace: isText,
  notKept: isTextList,
  filled: isFilled,
  sentAt: isNumber,
  deadline: isNumber,
  sender: isNumber,
};

const required = ['id', 'baseUrl', 'outcome', 'sentAt', 'deadline'] as const;

function readConversation(value: unknown): Conversation | undefined {
  const fields: Partial<Conversation> | undefined = read(value, conversationFields);
  if (!fields || !isRecord(value) || !isRecord(value['request'])) return undefined;
  if (required.some((name) => fields[name] === undefined)) return undefined;
  return { ...(fields as Omit<Conversation, 'request'>), request: remember(value['request']) };
}

/** The named fields and no others; `undefined` when one of them is not what it should be. */
function read(value: unknown, fields: Readonly<Record<string, Check>>): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  const given: Record<string, unknown> = {};
  for (const name in fields) {
    if (value[name] === undefined) continue;
    if (!fields[name]?.(value[name])) return undefined;
    given[name] = value[name];
  }
  return given;
}
