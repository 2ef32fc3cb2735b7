import { isObject } from '../validation';
import { savedSettings } from './savedSettings';
import { settingsBody, type KeptSettings, type McpConfig, type RemoteServer } from '../settings';

const { llm, agent_context, condenser, verification } = savedSettings['agent_settings'] as Readonly<
  Record<string, object>
>;

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
      agent_context: { ...agent_context, current_datetime: new Date().toISOString().replace(/Z$/, '000Z') },
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
