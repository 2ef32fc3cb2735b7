import type { Conversation } from '../../src/conversations/conversation';

/** A conversation that has started, and of which nothing else matters. */
export function someConversation(more: Partial<Conversation> = {}): Conversation {
  return { id: 'a', baseUrl: 'http://h', request: {}, outcome: 'started', sentAt: 1, deadline: 2, ...more };
}
