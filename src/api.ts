import type { Event } from 'vscode';
import type { Conversation } from './conversations/conversation';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from './client/records';

export type { Conversation, ConversationStartRequest, ConversationStartResponse, Settings };

/** A start sent without review. Its MCP servers don't include their secrets. */
export interface UnattendedStart {
  readonly request: ConversationStartRequest;
  /**
   * Warnings about what the agent won't see, or what may make the start fail; `kind` is for code, `message` for
   * display.
   */
  readonly warnings: readonly { readonly kind: string; readonly message: string }[];
}

/** A conversation that has ended or come to rest, without any text of its service. */
export interface ConversationEnd {
  /** The extension's own id of the start: see {@link AgentConversationsApi.conversations}. */
  readonly id: string;
  /**
   * waiting: it does nothing more until the user sends something, confirms, or helps. unknown: the service no longer
   * knows it. ended: the service reported anything else; that isn't success.
   */
  readonly state: 'ended' | 'waiting' | 'unknown';
}

/**
 * API for other extensions, returned by
 * `vscode.extensions.getExtension('agent-conversations.agent-conversations').activate()`. Everything it returns is a
 * frozen copy: changing it is an error, and has no effect on what is sent or saved.
 */
export interface AgentConversationsApi {
  /**
   * Starts a conversation, like the command `agentConversations.startConversation` with an argument: given fields are
   * used, repository, provider and branch default to the workspace's. A request without a task opens the review sheet.
   * @param request copied when it is passed
   * @returns the service's answer, with apparent secrets masked; `undefined` when the user cancelled
   * @throws an Error whose message is fit to show; also while the service is still preparing the conversation, so don't
   * start it again
   */
  startConversation(request: ConversationStartRequest): Promise<ConversationStartResponse | undefined>;
  /**
   * The user's settings, loaded again, every secret in them masked. Fields that newer servers keep elsewhere are under
   * the interface's names. `undefined` while there is no service URL or key, or while the key may not be sent yet.
   * @throws an Error whose message is fit to show
   */
  loadSettings(): Promise<Settings | undefined>;
  /**
   * The conversations that this machine started, newest first; a long request is reduced to what lists show: it is
   * `abridged`.
   */
  readonly conversations: readonly Conversation[];
  readonly onDidChangeConversations: Event<void>;
  /**
   * Fires when a service, asked for the status, reports that a conversation has ended or waits: in the window that asked,
   * once for each end. Nothing is asked for it: it says what *Follow Status* and *Refresh Status* find out.
   */
  readonly onDidEndConversation: Event<ConversationEnd>;
  /** Fires before an unreviewed start is sent, with its request and the warnings that a review would have shown. */
  readonly onWillStartConversation: Event<UnattendedStart>;
}
