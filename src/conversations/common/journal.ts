import { hasEnded, isOtherEnd } from './reportedStatus';
import { waiterOf, type Conversation, type ConversationChange, type Outcome } from './conversation';
import { remember } from './rememberedRequest';
import { isRecord } from '../../base/common/json';

/**
 * One line of the journal that stores conversations. Windows append to one file at the same time, so a line describes a
 * change rather than the resulting state.
 */
export type JournalRecord =
  | { readonly type: 'sent'; readonly conversation: Conversation }
  | { readonly type: 'changed'; readonly id: string; readonly change: ConversationChange }
  | { readonly type: 'removed'; readonly id: string };

export function formatJournalRecord(record: JournalRecord): string {
  return `${JSON.stringify({ version: 1, ...record })}\n`;
}

/** The record of a line; `undefined` if it is damaged or from a version that this one can't read. */
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

/** True if an unreadable line was written by a newer version: it isn't damaged, and must not be moved. */
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

/** Applies one record to the conversations by id. Returns true if anything changed. */
export function applyJournalRecord(conversations: Map<string, Conversation>, record: JournalRecord): boolean {
  switch (record.type) {
    case 'sent': {
      const { conversation } = record;
      const known = conversations.get(conversation.id);
      // It may be in two files, and each may have later changes.
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

/** Certainty of each outcome. */
const certainty: Readonly<Record<Outcome, number>> = { sending: 0, mayHaveStarted: 1, notStarted: 2, started: 3 };

/**
 * Two windows may write about one start: the one that got the answer, and one that took it for interrupted. Regardless
 * of their order in the file, the more certain outcome wins, and of two reports the later one.
 */
function withChange(known: Conversation, change: ConversationChange): Conversation {
  const { outcome = known.outcome } = change;
  if (certainty[outcome] < certainty[known.outcome]) return known;
  const changed = { ...known, ...latest(known, change), ...lastTimes(known, change) };
  // Another window was first.
  const isKnownEnd = hasEnded(known) && !isOtherEnd(known.status, changed.status);
  if (known.endId !== undefined && isKnownEnd) changed.endId = known.endId;
  if (outcome === 'started' && change.problem === undefined) delete changed.problem;
  return saysTheSame(known, changed) ? known : changed;
}

/** What is reported together, and the field with its time: of two reports, the later one counts. */
const reports = [
  { at: 'reportedAt', fields: ['status', 'reportedAt', 'runtimeStatus'] },
  { at: 'stageAt', fields: ['stage', 'stageAt'] },
  { at: 'pushedAt', fields: ['pushed', 'pushedAt', 'newsAt'] },
] as const;

/** The change without reports that are older than the known ones, and without a waiter that came second. */
function latest(known: Conversation, change: ConversationChange): ConversationChange {
  const isOld = ({ at }: (typeof reports)[number]) => (change[at] ?? Infinity) < (known[at] ?? -Infinity);
  const isSecond = change.waiter !== undefined && change.waitedBefore !== waiterOf(known);
  const old: readonly string[] = [
    ...reports.filter(isOld).flatMap(({ fields }) => fields),
    ...(isSecond ? ['waiter', 'waitedBefore'] : []),
  ];
  return old.length === 0 ? change : Object.fromEntries(Object.entries(change).filter(([name]) => !old.includes(name)));
}

/** Of these times, the last one counts, in whichever order they are read. */
function lastTimes(known: Conversation, change: ConversationChange): ConversationChange {
  const times: { -readonly [Name in keyof ConversationChange]: ConversationChange[Name] } = {};
  for (const name of ['endedAt', 'unknownAt', 'lookedAt'] as const) {
    const [before, now] = [known[name], change[name]];
    if (now !== undefined) times[name] = Math.max(now, before ?? now);
  }
  return times;
}

/** The state that a start contains when it is written again. */
function changeIn(conversation: Conversation): ConversationChange {
  return Object.fromEntries(Object.entries(conversation).filter(([name]) => changeFields.has(name)));
}

/** True if the changed conversation contains nothing new. */
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
  taskId: isText,
  stage: isText,
  stageAt: isNumber,
  waiter: isNumber,
  waitedBefore: isNumber,
  conversationId: isText,
  status: isText,
  reportedAt: isNumber,
  runtimeStatus: isText,
  endedAt: isNumber,
  endId: isText,
  unknownAt: isNumber,
  lookedAt: isNumber,
  problem: isText,
  clone: isText,
  remote: isText,
  remoteBranches: isText,
  startCommit: isText,
  pushed: isText,
  pushedAt: isNumber,
  newsAt: isNumber,
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
  resultBranch: isText,
  abridged: isTrue,
  sentAt: isNumber,
  deadline: isNumber,
  sender: isNumber,
  proposedId: isText,
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
 * Only the named fields; `undefined` when one of them has the wrong type. An object without other fields is returned as
 * it is: what `JSON.parse` creates takes half the memory of a copy.
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
