import { marked } from '../support/markedSecrets';
import type { Settings } from './settings';

/** Every field of interface section 2.6 filled in. */
export const sampleSettings: Settings = {
  language: 'en',
  agent: 'CodeActAgent',
  max_iterations: 250,
  security_analyzer: 'llm',
  confirmation_mode: false,
  llm_model: 'anthropic/claude-sonnet-4-20250514',
  llm_api_key: marked('llm-key'),
  llm_base_url: `https://llmuser:${marked('llm-url-password')}@llm.example.com/v1`,
  remote_runtime_resource_factor: 2,
  secrets_store: {
    provider_tokens: { github: { token: marked('provider-token'), user_id: null, host: null } },
    custom_secrets: { DEPLOY_TOKEN: { secret: marked('custom-secret'), description: 'Deploys to staging' } },
  },
  enable_default_condenser: true,
  enable_sound_notifications: false,
  enable_proactive_conversation_starters: true,
  enable_solvability_analysis: false,
  user_consents_to_analytics: false,
  sandbox_base_container_image: 'docker.io/library/python:3.12-bookworm',
  sandbox_runtime_container_image: 'registry.example.com/runtime:0.54',
  mcp_config: {
    sse_servers: [{ url: 'https://tickets.example.com/sse', api_key: marked('mcp-sse-key') }],
    stdio_servers: [
      {
        name: 'fetch',
        command: 'uvx',
        args: ['mcp-server-fetch', '--ignore-robots-txt'],
        env: { FETCH_TOKEN: marked('mcp-env') },
      },
    ],
    shttp_servers: [
      { url: 'https://docs.example.com/mcp', api_key: marked('mcp-shttp-key') },
      { url: 'https://open.example.com/mcp', api_key: null },
    ],
  },
  search_api_key: marked('search-key'),
  sandbox_api_key: marked('sandbox-key'),
  max_budget_per_task: 1.5,
  email: 'ada@example.com',
  email_verified: true,
  git_user_name: 'Ada Lovelace',
  git_user_email: 'ada@example.com',
  provider_tokens_set: { github: null, gitlab: 'gitlab.example.com' },
};

/** None of these may ever be shown, logged or stored; the answer to the GET has those that a real server reveals. */
export const sampleSecrets: readonly string[] = [
  'llm-key',
  'llm-url-password',
  'provider-token',
  'custom-secret',
  'mcp-sse-key',
  'mcp-shttp-key',
  'mcp-env',
  'search-key',
  'sandbox-key',
].map(marked);

/** For `setRawSettings`: the one required field of interface section 2.6 and nothing else. */
export const minimalSettings: Readonly<Record<string, unknown>> = { llm_api_key_set: true };

/** For `setRawSettings`: a newer server, with fields, an MCP member and a provider that the interface doesn't have. */
export const settingsWithUnknownFields: Readonly<Record<string, unknown>> = {
  llm_api_key_set: true,
  language: 'tlh',
  condenser_max_size: 120,
  v1_enabled: false,
  theme: { accent: 'green', contrast: { level: 2 } },
  extra_api_key: marked('unknown-key'),
  mcp_config: {
    sse_servers: ['https://bare.example.com/sse'],
    stdio_servers: [],
    shttp_servers: [
      {
        url: 'https://slow.example.com/mcp',
        api_key: marked('newer-mcp-key'),
        headers: { Authorization: `Bearer ${marked('newer-mcp-header')}` },
        timeout: 60,
      },
    ],
    websocket_servers: [],
  },
  provider_tokens_set: { github: null, forgejo: 'code.example.com' },
};

/** Secrets in {@link settingsWithUnknownFields} that may never be shown, logged or stored. */
export const unknownSecrets: readonly string[] = ['unknown-key', 'newer-mcp-key', 'newer-mcp-header'].map(marked);
