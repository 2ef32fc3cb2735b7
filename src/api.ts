import type { Event } from 'vscode';
import type { Conversation } from './conversations/common/conversation';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from './client/common/records';

/** What goes out without review. Its MCP servers are there without their secrets. */
export interface UnattendedStart {
  readonly request: ConversationStartRequest;
  /** What the agent will not see, or what may make the start fail; `kind` is for code, `message` for people. */
  readonly warnings: readonly { readonly kind: string; readonly message: string }[];
}

/**
 * What other extensions get from `vscode.extensions.getExtension('agent-conversations.agent-conversations').activate()`.
 * All that it gives out is a frozen copy: changing it is an error, and changes nothing that is sent or kept.
 */
export interface AgentConversationsApi {
  /**
   * Starts a conversation, as the command `agentConversations.startConversation` does with an argument: fields given are
   * used, repository, provider and branch default from the workspace. A request that does not say what to do opens the
   * review sheet.
   * @param request copied when it is passed
   * @returns the service's answer, what looks like a secret in it masked; `undefined` when a person cancelled
   * @throws an Error whose message is fit to show
   */
  startConversation(request: ConversationStartRequest): Promise<ConversationStartResponse | undefined>;
  /**
   * The user's settings, read anew, every secret in them masked; `undefined` while there is no address or key, or while
   * the key may not be sent yet.
   * @throws an Error whose message is fit to show
   */
  loadSettings(): Promise<Settings | undefined>;
  /** The conversations that this machine started, newest first; of a long request, what lists show: it is `abridged`. */
  readonly conversations: readonly Conversation[];
  readonly onDidChangeConversations: Event<void>;
  /** A start that nobody reviewed is about to be sent: its request, and the warnings that a review would have shown. */
  readonly onWillStartConversation: Event<UnattendedStart>;
}
