/**
 * The records of the service interface, with its own field names. What we send has no nulls: a field that is not set is
 * absent. What we receive may hold more than is named here; unknown fields are kept.
 */

/** Values of `git_provider` (interface section 2.1). */
export const gitProviders = ['github', 'gitlab', 'bitbucket', 'enterprise_sso'] as const;
export type GitProvider = (typeof gitProviders)[number];

/** Values of `conversation_status` that the interface names (section 3). Services send others: they are kept as text. */
export const conversationStatuses = ['STARTING', 'RUNNING', 'STOPPED'] as const;

/** The one value of `task_type` that the interface names (section 2.2), saying that there are more. */
export const mergeConflicts = 'MERGE_CONFLICTS';

/** Interface section 2.2. `task_type` is {@link mergeConflicts} or another one that the service knows. */
export interface SuggestedTask {
  readonly git_provider: GitProvider;
  readonly task_type: string;
  readonly repo: string;
  readonly issue_number: number;
  readonly title: string;
}

/** Interface section 2.3. Known services require `repo` alone. */
export interface CreateMicroagent {
  readonly repo: string;
  readonly git_provider?: GitProvider;
  readonly title?: string;
}

/** An SSE or HTTP server entry of interface section 2.4. */
export interface McpUrlServer {
  readonly url: string;
  readonly api_key?: string;
}

/** A stdio server entry of interface section 2.4. */
export interface McpStdioServer {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Interface section 2.4. */
export interface McpConfig {
  readonly sse_servers?: readonly McpUrlServer[];
  readonly stdio_servers?: readonly McpStdioServer[];
  readonly shttp_servers?: readonly McpUrlServer[];
}

/** Body of the start of a conversation (interface section 2.1). Every field is optional. */
export interface ConversationStartRequest {
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository?: string;
  readonly git_provider?: GitProvider;
  readonly selected_branch?: string;
  readonly initial_user_msg?: string;
  /** http(s) addresses or `data:` URIs. */
  readonly image_urls?: readonly string[];
  /** Replay data, itself a JSON text. */
  readonly replay_json?: string;
  readonly suggested_task?: SuggestedTask;
  readonly create_microagent?: CreateMicroagent;
  readonly conversation_instructions?: string;
  readonly mcp_config?: McpConfig;
  readonly conversation_id?: string;
}

/** Answer to the start of a conversation (interface section 2.5). */
export interface ConversationStartResponse {
  readonly status: string;
  readonly conversation_id: string;
  readonly message?: string | null;
  /** One of {@link conversationStatuses}, or a text this version does not know. */
  readonly conversation_status?: string | null;
  readonly [unknownField: string]: unknown;
}

/**
 * The user's settings (interface section 2.6). Only `llm_api_key_set` can be relied on; records inside are `unknown`,
 * because the interface does not show their entries and services differ.
 */
export interface Settings {
  readonly llm_api_key_set: boolean;
  readonly provider_tokens_set?: Readonly<Record<string, unknown>> | null;
  readonly mcp_config?: unknown;
  readonly [field: string]: unknown;
}
