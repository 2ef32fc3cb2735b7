import type { Conversation, ConversationChange } from './conversation';
import type { Event } from '../../base/common/event';

/** Storage for starts. */
export interface StartMemory {
  /** Resolves when the conversation is on disk, so that a crash from then on doesn't go unnoticed. */
  sent(conversation: Conversation): Promise<void>;
  /** A change that can't be written is known in memory anyway, and is written with the next one. */
  changed(id: string, change: ConversationChange): Promise<void>;
}

/** Problems with the history's file that the user should know of. `file` is an absolute path. */
export type HistoryTrouble =
  /** Nothing can be read, and nothing is started: a start is written before it is sent. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** Damaged lines were moved to a file of their own. */
  | { readonly kind: 'quarantined'; readonly file: string; readonly lines: number }
  /** Damaged lines couldn't be moved. */
  | { readonly kind: 'damaged'; readonly file: string; readonly lines: number }
  /** A newer version of the extension wrote lines that this one doesn't understand. */
  | { readonly kind: 'newer'; readonly file: string; readonly lines: number }
  /** The outcome of some starts is known in this window only. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

/** The conversations this machine started, shared by all its windows. */
export interface History extends StartMemory {
  /** @throws {HistoryError} when it can't be written; nothing may be sent then */
  sent(conversation: Conversation): Promise<void>;
  /** The conversations read so far, newest first. */
  readonly conversations: readonly Conversation[];
  /** Problems with its file, as of the last time it was used; several may apply at once. */
  readonly troubles: readonly HistoryTrouble[];
  readonly onDidChange: Event<void>;
  /**
   * Reads the files from disk, once.
   * @throws {HistoryError}
   */
  load(): Promise<readonly Conversation[]>;
  get(id: string): Conversation | undefined;
  /**
   * The conversation with everything stored of its request: in {@link conversations} it may be cut. If the rest can't
   * be read, returns the cut one.
   * @throws {HistoryError}
   */
  whole(id: string): Promise<Conversation | undefined>;
  remove(id: string): Promise<void>;
}

/** The history's file can't be used. `code` is the system's, `file` an absolute path. */
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
