import { Emitter } from '../base/event';
import type { Conversation } from './conversation';
import { isUnderway, isUnseenEnd, isUnseenFailure } from './conversationToShow';
import { waitsForUser } from './reportedStatus';
import { urlOf } from '../base/url';

export const filterNames = ['thisWorkspace', 'needsUser', 'running'] as const;
export type FilterName = (typeof filterNames)[number];

export class ConversationFilter {
  readonly #workspace: () => string | undefined;
  readonly #changed = new Emitter<void>();
  #chosen: readonly FilterName[] = [];
  readonly onDidChange = this.#changed.event;

  constructor(workspace: () => string | undefined) {
    this.#workspace = workspace;
  }

  get chosen(): readonly FilterName[] {
    return this.#chosen;
  }

  choose(names: readonly FilterName[]): void {
    this.#chosen = names;
    this.#changed.fire();
  }

  /**
   * True if the list shows a conversation: it's one of this workspace and in one of the states, as far as these are
   * chosen.
   */
  shows(conversation: Conversation): boolean {
    const states = this.#chosen.filter((name) => name !== 'thisWorkspace');
    const isHere = !this.#chosen.includes('thisWorkspace') || conversation.workspace === this.#workspace();
    return isHere && (states.length === 0 || states.some((name) => stateChecks[name](conversation)));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

const stateChecks: Readonly<Record<Exclude<FilterName, 'thisWorkspace'>, (conversation: Conversation) => boolean>> = {
  // A failure or an end for good needs the user only until they have looked at it.
  needsUser: (conversation) => waitsForUser(conversation) || isUnseenEnd(conversation) || isUnseenFailure(conversation),
  running: (conversation) => isUnderway(conversation, Date.now()),
};

/** The conversations of one service. Rows are grouped like this if there is more than one service. */
export interface ServiceConversations {
  readonly origin: string;
  readonly conversations: readonly Conversation[];
}

/** Number of conversations that are listed at first, and that *Show Older* adds each time. */
export const pageSize = 200;

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
