/**
 * The records of the service interface, with its own field names. In requests, a field that isn't set is absent, never
 * null. Answers may have more fields than those named here, and these are preserved. The fields of the settings are in
 * `settingsFields.ts`.
 *
 * These types are part of the extension's API, so they aren't inferred from zod's schemas. `schemas.ts` has a schema for
 * each request, and doesn't compile if a field is missing there.
 */

/** Values of `git_provider` (interface section 2.1). */
export const interfaceProviders = ['github', 'gitlab', 'bitbucket', 'enterprise_sso'] as const;
/** Git providers, including those that only API V1 has. */
export const gitProviders = [...interfaceProviders, 'bitbucket_data_center', 'forgejo', 'azure_devops'] as const;
export type GitProvider = (typeof gitProviders)[number];

export function isGitProvider(value: unknown): value is GitProvider {
  return gitProviders.some((provider) => provider === value);
}

/** Values of `conversation_status` in the interface (section 3). Services send others: they are stored as text. */
export const conversationStatuses = ['STARTING', 'RUNNING', 'STOPPED'] as const;

/** The only value of `task_type` that the interface names (section 2.2), although it says that there are more. */
export const mergeConflicts = 'MERGE_CONFLICTS';

/** Interface section 2.2. `task_type` is {@link mergeConflicts} or another one that the service knows. */
export interface SuggestedTask {
  readonly git_provider: GitProvider;
  readonly task_type: string;
  readonly repo: string;
  readonly issue_number: number;
  readonly title: string;
}

/** Interface section 2.3. Known services require only `repo`. */
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

/** An entry of one of the lists of `mcp_config` (interface section 2.4). */
export type McpServer =
  | { readonly kind: 'stdio'; readonly server: McpStdioServer }
  | { readonly kind: 'http' | 'sse'; readonly server: McpUrlServer };

export function serversOf({ stdio_servers = [], shttp_servers = [], sse_servers = [] }: McpConfig = {}): McpServer[] {
  return [
    ...stdio_servers.map((server) => ({ kind: 'stdio', server }) as const),
    ...shttp_servers.map((server) => ({ kind: 'http', server }) as const),
    ...sse_servers.map((server) => ({ kind: 'sse', server }) as const),
  ];
}

/** Fields of a start that the interface doesn't have. Each is a text, and at least one newer API accepts it. */
export interface NewerFields {
  /** Name of a model saved on the service, to use instead of the one in its settings. */
  readonly llm_model?: string;
  /** `plan` for an agent that plans before it changes anything. */
  readonly agent_type?: string;
  /** Sentence at the beginning of the message that asks the agent to clone the repository. */
  readonly clone_instructions?: string;
}

export type NewerField = keyof NewerFields;

const isNewerField: Readonly<Record<NewerField, true>> = {
  llm_model: true,
  agent_type: true,
  clone_instructions: true,
};

export const newerFields = Object.keys(isNewerField) as readonly NewerField[];

export function newerFieldsExcept<Own extends NewerField>(...own: readonly Own[]): readonly Exclude<NewerField, Own>[] {
  const isOwn = (name: NewerField): name is Own => own.some((ownName) => ownName === name);
  return newerFields.filter((name): name is Exclude<NewerField, Own> => !isOwn(name));
}

export function forNewerFields<T>(value: T): Readonly<Record<NewerField, T>> {
  return Object.fromEntries(newerFields.map((name) => [name, value])) as Record<NewerField, T>;
}

/** Request body that starts a conversation (interface section 2.1). Every field is optional. */
export interface ConversationStartRequest extends NewerFields {
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository?: string;
  readonly git_provider?: GitProvider;
  readonly selected_branch?: string;
  readonly initial_user_msg?: string;
  /** http(s) URLs or `data:` URIs. */
  readonly image_urls?: readonly string[];
  /** Replay data, itself a JSON text. */
  readonly replay_json?: string;
  readonly suggested_task?: SuggestedTask;
  readonly create_microagent?: CreateMicroagent;
  readonly conversation_instructions?: string;
  readonly mcp_config?: McpConfig;
  readonly conversation_id?: string;
}

export type RequestField = keyof ConversationStartRequest;

/** Response to the start of a conversation (interface section 2.5). */
export interface ConversationStartResponse {
  readonly status: string;
  readonly conversation_id: string;
  readonly message?: string | null;
  /** One of {@link conversationStatuses}, or a text unknown to this version. */
  readonly conversation_status?: string | null;
  readonly [unknownField: string]: unknown;
}

/**
 * State of a conversation as known services report it when they are asked for it. It isn't part of the interface. The
 * texts are in a form that can be shown.
 */
export interface ConversationState {
  /** One of {@link conversationStatuses}, or a text unknown to this version. */
  readonly status: string;
  /** State of the conversation's environment, such as `STATUS$READY`; absent if the service doesn't say. */
  readonly runtime_status?: string;
  /** The sandbox in which it runs, possibly with other conversations. Only services of API V1 report it. */
  readonly sandbox_id?: string;
  /** True if its sandbox is paused, so that it takes no message until the sandbox is resumed. */
  readonly is_sandbox_paused?: true;
  /** The URL of its page according to the service, on any host. Only some services of API V1 report it. */
  readonly page_url?: string;
}

/** The user's settings (interface section 2.6). Only `llm_api_key_set` can be relied on: services differ in the others. */
export interface Settings {
  readonly llm_api_key_set: boolean;
  readonly provider_tokens_set?: unknown;
  readonly mcp_config?: unknown;
  readonly [field: string]: unknown;
}
