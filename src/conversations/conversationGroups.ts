import type { Conversation } from './conversation';
import { urlOf } from '../base/url';

/** The conversations of one service. Rows are grouped like this if there is more than one service. */
export interface ServiceConversations {
  readonly origin: string;
  readonly conversations: readonly Conversation[];
}

export const showOlderRow = { isOlder: true } as const;

export type ConversationNode = Conversation | ServiceConversations | typeof showOlderRow;

/**
 * The rows of the list, newest first.
 * @param since all conversations since this time are known, see {@link History.completeSince}; older ones aren't listed
 */
export function groupConversations(conversations: readonly Conversation[], since: number): readonly ConversationNode[] {
  const listed = conversations.filter(({ sentAt }) => sentAt >= since);
  const services = Map.groupBy(listed, ({ baseUrl }) => urlOf(baseUrl)?.origin ?? baseUrl);
  const grouped = [...services].map(([origin, ofService]) => ({ origin, conversations: ofService }));
  return [...(grouped.length > 1 ? grouped : listed), ...(since > 0 ? [showOlderRow] : [])];
}
