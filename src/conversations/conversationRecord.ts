import { createHash } from 'node:crypto';
import { isRecord } from '../base/json';
import { nameOfId, type RecordFormat } from '../base/recordFiles';
import { fieldGroups, latestTimes, type Conversation, type ConversationChange } from './conversation';
import { certainty } from './mergeConversations';
import { storedRequest } from './storedRequest';

/** Digits of a time in a record's name: enough for every date. */
const timeDigits = 16;

/**
 * The name of a conversation's record. Sorted names are in the order of time, and each has a digest of its workspace. So
 * the newest conversations, also those of a workspace, are found without reading any.
 */
export function recordNameOf({ sentAt, workspace, id }: Conversation): string {
  return `${String(Math.trunc(sentAt)).padStart(timeDigits, '0')}-${digestOf(workspace)}-${nameOfId(id)}`;
}

/** Time when the conversation of a record was sent, in milliseconds since 1970. */
export function timeInName(name: string): number {
  return Number(name.slice(0, timeDigits));
}

/** A text that is in the names of all records of a workspace, and in no others. */
export function workspaceMark(workspace: string | undefined): string {
  return `-${digestOf(workspace)}-`;
}

/** The end of the name of a conversation's record, which no other record has. */
export function endOfName(id: string): string {
  return `-${nameOfId(id)}`;
}

function digestOf(workspace = ''): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 8);
}

export const conversationFormat: RecordFormat<Conversation> = {
  version: 1,
  read: (members, name) => {
    const given = Object.entries(members).filter(([member]) => fields.has(member));
    if (given.some(([member, value]) => !fields.get(member)?.(value))) return undefined;
    const read = Object.fromEntries(given) as Partial<Conversation>;
    if (required.some((member) => read[member] === undefined)) return undefined;
    const conversation = read as Conversation;
    // A file that the user has copied isn't another conversation.
    return recordNameOf(conversation) === name
      ? { ...conversation, request: storedRequest(conversation.request) }
      : undefined;
  },
};

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);

/** The fields that never change after the start. */
const fixedFields: Readonly<Record<Exclude<keyof Conversation, keyof ConversationChange | 'abridged'>, Check>> = {
  id: isText,
  baseUrl: isText,
  api: isText,
  workspace: isText,
  request: isRecord,
  notKept: isTextList,
  filledBy: isText,
  suggested: isTextList,
  resultBranch: isText,
  sentAt: isNumber,
  deadline: isNumber,
  sender: isText,
  proposedId: isText,
};
const fields: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...Object.entries(fixedFields),
  ...fieldGroups.flatMap(({ fields: names }) => names.map((name) => [name, isText] as const)),
  ...[...fieldGroups.map(({ at }) => at), ...latestTimes].map((name) => [name, isNumber] as const),
  ['outcome', (value) => typeof value === 'string' && Object.hasOwn(certainty, value)],
]);
const required = ['id', 'baseUrl', 'request', 'outcome', 'sentAt', 'deadline'] as const;
