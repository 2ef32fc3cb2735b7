import { isObject } from './validation';

/** Interface section 2.4. */
export interface McpConfig {
  readonly sse_servers?: readonly RemoteServer[];
  readonly stdio_servers?: readonly StdioServer[];
  readonly shttp_servers?: readonly RemoteServer[];
}

export interface RemoteServer {
  readonly name?: string;
  readonly url: string;
  readonly api_key?: string | null;
}

export interface StdioServer {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Settings that a user has saved, by the wire names of interface section 2.6; omitted ones aren't set. */
export interface Settings {
  readonly language?: string | null;
  readonly agent?: string | null;
  readonly max_iterations?: number | null;
  readonly security_analyzer?: string | null;
  readonly confirmation_mode?: boolean | null;
  readonly llm_model?: string | null;
  readonly llm_api_key?: string | null;
  readonly llm_base_url?: string | null;
  readonly remote_runtime_resource_factor?: number | null;
  readonly secrets_store?: Readonly<Record<string, unknown>>;
  readonly enable_default_condenser?: boolean;
  readonly enable_sound_notifications?: boolean;
  readonly enable_proactive_conversation_starters?: boolean;
  readonly enable_solvability_analysis?: boolean;
  readonly user_consents_to_analytics?: boolean | null;
  readonly sandbox_base_container_image?: string | null;
  readonly sandbox_runtime_container_image?: string | null;
  readonly mcp_config?: McpConfig | null;
  readonly search_api_key?: string | null;
  readonly sandbox_api_key?: string | null;
  readonly max_budget_per_task?: number | null;
  readonly email?: string | null;
  readonly email_verified?: boolean | null;
  readonly git_user_name?: string | null;
  readonly git_user_email?: string | null;
  readonly provider_tokens_set?: Readonly<Record<string, string | null>>;
  readonly llm_api_key_set?: boolean;
  readonly search_api_key_set?: boolean;
}

/** Settings in the service: some that it completes as servers do, or a record that it sends exactly as it is. */
export type KeptSettings =
  { readonly kind: 'settings'; readonly record: Settings } | { readonly kind: 'raw'; readonly record: unknown };

/**
 * Body of a GET (interface section 2.6): every key, null where nothing is set, the three keys always null and the
 * stores of secrets always empty. MCP servers keep their secrets: real servers don't mask them.
 */
export function settingsBody(kept: KeptSettings): unknown {
  if (kept.kind === 'raw') return kept.record;
  const settings = kept.record;
  return {
    language: null,
    agent: null,
    max_iterations: null,
    security_analyzer: null,
    confirmation_mode: null,
    llm_model: null,
    llm_base_url: null,
    remote_runtime_resource_factor: null,
    enable_default_condenser: true,
    enable_sound_notifications: false,
    enable_proactive_conversation_starters: true,
    enable_solvability_analysis: true,
    user_consents_to_analytics: null,
    sandbox_base_container_image: null,
    sandbox_runtime_container_image: null,
    mcp_config: null,
    max_budget_per_task: null,
    email: null,
    email_verified: null,
    git_user_name: null,
    git_user_email: null,
    provider_tokens_set: {},
    ...settings,
    llm_api_key: null,
    search_api_key: null,
    sandbox_api_key: null,
    secrets_store: { provider_tokens: {} },
    llm_api_key_set: settings.llm_api_key_set ?? Boolean(settings.llm_api_key),
    search_api_key_set: settings.search_api_key_set ?? Boolean(settings.search_api_key),
  };
}

/** True if the token of any Git provider is saved; if a raw record doesn't mention it, it counts as saved. */
export function hasProviderToken(kept: KeptSettings): boolean {
  const body = settingsBody(kept);
  if (!isObject(body) || !isObject(body['provider_tokens_set'])) return true;
  return Object.keys(body['provider_tokens_set']).length > 0;
}

/** True if a conversation could reach its model. */
export function hasLlmKey(kept: KeptSettings): boolean {
  const body = settingsBody(kept);
  return isObject(body) && body['llm_api_key_set'] === true;
}
