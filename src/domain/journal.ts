import { isRecord } from './isRecord';
import type { Conversation, ConversationChange, Outcome } from './conversation';

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
  const { type, id, change, conversation } = value;
  if (type === 'sent') return isConversation(conversation) ? { type, conversation } : undefined;
  if (typeof id !== 'string') return undefined;
  if (type === 'removed') return { type, id };
  return type === 'changed' && isRecord(change) && isChange(change) ? { type, id, change } : undefined;
}

/** Takes one record into the conversations by id. Says whether anything changed. */
export function applyJournalRecord(conversations: Map<string, Conversation>, record: JournalRecord): boolean {
  switch (record.type) {
    case 'sent':
      if (conversations.has(record.conversation.id)) return false;
      conversations.set(record.conversation.id, record.conversation);
      return true;
    case 'changed': {
      const known = conversations.get(record.id);
      if (known) conversations.set(record.id, { ...known, ...record.change });
      return known !== undefined;
    }
    case 'removed':
      return conversations.delete(record.id);
  }
}

const outcomes: readonly Outcome[] = ['sending', 'started', 'notStarted', 'mayHaveStarted'];

function isConversation(value: unknown): value is Conversation {
  if (!isRecord(value) || !isRecord(value['request'])) return false;
  const { id, baseUrl, workspace, sentAt, deadline, sender, outcome, request } = value;
  return (
    typeof id === 'string' &&
    typeof baseUrl === 'string' &&
    optional(workspace, 'string') &&
    typeof sentAt === 'number' &&
    typeof deadline === 'number' &&
    optional(sender, 'number') &&
    outcome !== undefined &&
    isChange(value) &&
    ['repository', 'git_provider', 'selected_branch', 'initial_user_msg'].every((name) =>
      optional(request[name], 'string'),
    )
  );
}

function isChange(value: Record<string, unknown>): boolean {
  const { outcome, conversationId, status, reportedAt, problem } = value;
  return (
    (outcome === undefined || (outcomes as readonly unknown[]).includes(outcome)) &&
    optional(conversationId, 'string') &&
    optional(status, 'string') &&
    optional(reportedAt, 'number') &&
    optional(problem, 'string')
  );
}

function optional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type;
}
