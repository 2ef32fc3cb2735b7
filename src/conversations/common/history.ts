import type { Conversation, ConversationChange } from './conversation';
import type { Event } from '../../base/common/event';

/** Where starts are remembered. */
export interface StartMemory {
  /** Resolves when the conversation is on disk, so that a crash from here on is not silence. */
  sent(conversation: Conversation): Promise<void>;
  /** What cannot be written down is known here all the same, and written with what comes next. */
  changed(id: string, change: ConversationChange): Promise<void>;
}

/** What a person should know of the history's file. `file` is an absolute path. */
export type HistoryTrouble =
  /** Nothing of it can be read, and nothing is started: a start is written down before it is sent. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** Damaged lines were moved to a file of their own. */
  | { readonly kind: 'quarantined'; readonly file: string; readonly lines: number }
  /** Damaged lines had to stay where they are. */
  | { readonly kind: 'damaged'; readonly file: string; readonly lines: number }
  /** A newer version of the extension wrote lines that this one does not understand. */
  | { readonly kind: 'newer'; readonly file: string; readonly lines: number }
  /** What became of some starts is known in this window only. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

/** The conversations this machine started, shared by all its windows. */
export interface History extends StartMemory {
  /** @throws {HistoryError} when it cannot be written; nothing may be sent then */
  sent(conversation: Conversation): Promise<void>;
  /** What is known so far, newest first. */
  readonly conversations: readonly Conversation[];
  /** What is wrong with its file, as of the last time it was used; none of it excludes another. */
  readonly troubles: readonly HistoryTrouble[];
  readonly onDidChange: Event<void>;
  /**
   * Reads what is on disk, once.
   * @throws {HistoryError}
   */
  load(): Promise<readonly Conversation[]>;
  get(id: string): Conversation | undefined;
  /**
   * The conversation with all of its request that is kept: what {@link conversations} have of it may be cut. Where the
   * rest cannot be read, it is that.
   * @throws {HistoryError}
   */
  whole(id: string): Promise<Conversation | undefined>;
  remove(id: string): Promise<void>;
}

/** The history's file cannot be used. `code` is the system's, `file` an absolute path. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(action: 'read' | 'write', code: string, file: string) {
    super(`The history couldn't be ${action === 'read' ? 'read' : 'written'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}

/** The newest conversation that was started from a workspace. */
export function latestConversation(
  conversations: readonly Conversation[],
  workspace: string | undefined,
): Conversation | undefined {
  return conversations.find((conversation) => conversation.workspace === workspace);
}
