import { isObject } from '../validation';
import { settingsBody, type KeptSettings, type McpConfig, type RemoteServer } from '../settings';

/**
 * Body of a GET in API V1: what it moved is where it keeps it, keys are null, and secrets of MCP servers are replaced. A
 * raw record is sent exactly as it is.
 */
export function settingsV1Body(kept: KeptSettings): unknown {
  const body = settingsBody(kept);
  if (kept.kind === 'raw' || !isObject(body)) return body;
  const {
    agent,
    llm_model: model,
    llm_base_url: baseUrl,
    enable_default_condenser: condenses,
    mcp_config: mcp,
    max_iterations,
    confirmation_mode,
    security_analyzer,
    ...same
  } = body;
  for (const gone of ['llm_api_key', 'enable_solvability_analysis']) Reflect.deleteProperty(same, gone);
  return {
    ...same,
    user_version: null,
    disabled_skills: null,
    v1_enabled: true,
    agent_settings: {
      schema_version: 4,
      agent_kind: 'openhands',
      agent: agent ?? 'CodeActAgent',
      llm: { ...llm, model, base_url: baseUrl },
      tools: [],
      enable_sub_agents: false,
      enable_switch_llm_tool: true,
      tool_concurrency_limit: 1,
      mcp_config: mcp ? { mcpServers: serversOf(mcp) } : null,
      agent_context: { ...agentContext, current_datetime: new Date().toISOString().replace(/Z$/, '000Z') },
      condenser: { ...condenser, enabled: condenses },
      verification,
    },
    conversation_settings: {
      schema_version: 1,
      max_iterations,
      confirmation_mode: confirmation_mode ?? false,
      security_analyzer,
    },
    sandbox_grouping_strategy: 'NO_GROUPING',
    llm_profiles: { profiles: {}, active: null },
  };
}

const redacted = '<redacted>';

function serversOf({ sse_servers = [], stdio_servers = [], shttp_servers = [] }: McpConfig): Record<string, unknown> {
  const remote = (kind: string, transport: string) => (server: RemoteServer, index: number) => {
    const { name = `${kind}_${index}`, url, api_key: key } = server;
    return [name, { url, transport, ...(key && { headers: { Authorization: redacted } }) }] as const;
  };
  return Object.fromEntries<unknown>([
    ...sse_servers.map(remote('sse', 'sse')),
    ...stdio_servers.map(({ name, command, args = [], env = {} }) => {
      const hidden = Object.fromEntries(Object.keys(env).map((variable) => [variable, redacted]));
      return [name, { command, args, env: hidden, transport: 'stdio' }] as const;
    }),
    ...shttp_servers.map(remote('shttp', 'http')),
  ]);
}

const llm = {
  api_key: null,
  api_version: null,
  aws_access_key_id: null,
  aws_secret_access_key: null,
  aws_session_token: null,
  aws_region_name: null,
  aws_profile_name: null,
  aws_role_name: null,
  aws_session_name: null,
  aws_bedrock_runtime_endpoint: null,
  openrouter_site_url: 'https://docs.all-hands.dev/',
  openrouter_app_name: 'OpenHands',
  num_retries: 5,
  retry_multiplier: 8,
  retry_min_wait: 8,
  retry_max_wait: 64,
  timeout: 300,
  max_message_chars: 30_000,
  temperature: null,
  top_p: null,
  top_k: null,
  max_input_tokens: null,
  max_output_tokens: null,
  model_canonical_name: null,
  extra_headers: null,
  input_cost_per_token: null,
  output_cost_per_token: null,
  ollama_base_url: null,
  stream: false,
  drop_params: true,
  modify_params: true,
  disable_vision: null,
  disable_stop_word: false,
  caching_prompt: true,
  log_completions: false,
  log_completions_folder: 'logs/completions',
  custom_tokenizer: null,
  native_tool_calling: true,
  force_string_serializer: null,
  inline_image_urls: null,
  reasoning_effort: 'high',
  reasoning_summary: null,
  enable_encrypted_reasoning: true,
  prompt_cache_retention: '24h',
  extended_thinking_budget: 200_000,
  seed: null,
  usage_id: 'default',
  litellm_extra_body: {},
};

const agentContext = {
  skills: [],
  system_message_suffix: null,
  user_message_suffix: null,
  load_user_skills: false,
  load_public_skills: false,
  marketplace_path: 'marketplaces/default.json',
  load_project_skills: false,
  secrets: null,
};

const condenser = {
  max_size: 240,
  condenser_kind: 'llm_summarizing',
  max_tokens: null,
  keep_first: 2,
  minimum_progress: 0.1,
  hard_context_reset_max_retries: 5,
  hard_context_reset_context_scaling: 0.8,
};

const verification = {
  critic_enabled: false,
  critic_mode: 'finish_and_message',
  enable_iterative_refinement: false,
  critic_threshold: 0.6,
  max_refinement_iterations: 3,
  critic_server_url: null,
  critic_model_name: null,
  critic_api_key: null,
};
