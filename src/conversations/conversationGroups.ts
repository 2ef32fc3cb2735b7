import type { Conversation } from './conversation';
import { urlOf } from '../base/url';

/** The conversations of one service; shown if there is more than one service. */
export interface ServiceConversations {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly conversations: readonly Conversation[];
}

/** The row that stands for older conversations, which are read when it is selected. */
export const showOlder = { isOlder: true } as const;

export type ConversationNode = Conversation | ServiceConversations | typeof showOlder;

/**
 * The rows of a list, newest first.
 * @param since time since when all conversations are known, in milliseconds since 1970; 0 if there are no older ones
 */
export function groupConversations(conversations: readonly Conversation[], since: number): readonly ConversationNode[] {
  const listed = conversations.filter(({ sentAt }) => sentAt >= since);
  const services = Map.groupBy(listed, ({ baseUrl }) => urlOf(baseUrl)?.origin ?? baseUrl);
  const grouped = [...services].map(([origin, ofService]) => ({ origin, conversations: ofService }));
  return [...(grouped.length > 1 ? grouped : listed), ...(since > 0 ? [showOlder] : [])];
}
