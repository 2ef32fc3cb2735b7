import type { Conversation } from './conversation';
import { isUrl } from '../../base/common/url';

/** A conversation in a list. It stays the same object when the conversation changes. */
export interface ConversationRow {
  readonly id: string;
  conversation: Conversation;
}

/** Conversations that are shown on request, newest first. */
export interface OlderConversations {
  /** Stable while there are both older and newer conversations. */
  readonly key: string;
  readonly rows: readonly ConversationRow[];
}

/** The conversations of one service; shown if there is more than one service. */
export interface ServiceConversations {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly children: readonly (ConversationRow | OlderConversations)[];
}

export type ConversationNode = ConversationRow | OlderConversations | ServiceConversations;

/** Minimum number of conversations shown at once. */
const shownAtLeast = 100;
/** Number of older ones shown at once. */
const olderAtOnce = 500;

/** The conversations as a tree, newest first, with every part small enough to be shown at once. */
export class ConversationGroups {
  readonly #origins = new Map<string, string>();
  #rows = new Map<string, ConversationRow>();
  /** Newest first, by origin of the service; the service with the newest one is first. */
  #services = new Map<string, ConversationRow[]>();
  #shown: readonly Conversation[] = [];
  #nodes: readonly ConversationNode[] = [];

  get nodes(): readonly ConversationNode[] {
    return this.#nodes;
  }

  /**
   * Updates the tree to the current conversations, newest first.
   * @returns the rows that changed; `undefined` when conversations were added or removed
   */
  update(conversations: readonly Conversation[]): readonly ConversationRow[] | undefined {
    const before = this.#shown;
    this.#shown = conversations;
    const isSame = before.length === conversations.length && before.every(({ id }, i) => id === conversations[i]?.id);
    if (!isSame) {
      const [newest] = conversations;
      if (newest && isOneMore(before, conversations)) this.#add(newest);
      else this.#build(conversations);
      return undefined;
    }
    return conversations.filter((conversation, i) => conversation !== before[i]).map((changed) => this.#rowOf(changed));
  }

  #build(conversations: readonly Conversation[]): void {
    const rows = new Map<string, ConversationRow>();
    const services = new Map<string, ConversationRow[]>();
    for (const conversation of conversations) {
      const row = this.#rowOf(conversation);
      rows.set(row.id, row);
      const origin = this.#originOf(conversation.baseUrl);
      const ofIt = services.get(origin);
      if (ofIt) ofIt.push(row);
      else services.set(origin, [row]);
    }
    this.#rows = rows;
    this.#services = services;
    this.#list();
  }

  /** A start is the one change that must not wait until ten thousand rows are sorted again. */
  #add(newest: Conversation): void {
    const row = { id: newest.id, conversation: newest };
    const origin = this.#originOf(newest.baseUrl);
    const ofIt = this.#services.get(origin) ?? [];
    this.#rows.set(row.id, row);
    ofIt.unshift(row);
    this.#services = new Map([[origin, ofIt], ...[...this.#services].filter(([other]) => other !== origin)]);
    this.#list();
  }

  #list(): void {
    const listed = [...this.#services].map(([origin, ofIt]) => ({ origin, children: list(origin, ofIt) }));
    this.#nodes = listed.length > 1 ? listed : (listed[0]?.children ?? []);
  }

  #rowOf(conversation: Conversation): ConversationRow {
    const row = this.#rows.get(conversation.id);
    if (!row) return { id: conversation.id, conversation };
    row.conversation = conversation;
    return row;
  }

  #originOf(baseUrl: string): string {
    const origin = this.#origins.get(baseUrl) ?? (isUrl(baseUrl) ? new URL(baseUrl).origin : baseUrl);
    this.#origins.set(baseUrl, origin);
    return origin;
  }
}

/** True if there is a new one in front of the previous ones, and nothing else has changed. */
function isOneMore(before: readonly Conversation[], now: readonly Conversation[]): boolean {
  return now.length === before.length + 1 && before.every((conversation, i) => conversation === now[i + 1]);
}

/** Counted from the oldest, so that a new conversation doesn't move others between groups. */
function list(origin: string, rows: readonly ConversationRow[]): readonly (ConversationRow | OlderConversations)[] {
  const groups = Math.max(0, Math.floor((rows.length - shownAtLeast) / olderAtOnce));
  const newest = rows.length - groups * olderAtOnce;
  const older = Array.from({ length: groups }, (_, group) => ({
    key: `${origin} ${groups - group}`,
    rows: rows.slice(newest + group * olderAtOnce, newest + (group + 1) * olderAtOnce),
  }));
  return [...rows.slice(0, newest), ...older];
}
