import { isRecord } from '../../../src/base/json';
import { marked } from '../../support/markedSecrets';

type Answer = Readonly<Record<string, unknown>>;
export type LeafPath = readonly string[];

/** Paths to the fields of an answer that have no fields of their own. */
export function leavesOf(value: unknown, path: LeafPath = []): readonly LeafPath[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

/** The answer with one of its fields replaced. */
export function withLeaf(answer: Answer, [name = '', ...path]: LeafPath, value: unknown): Answer {
  const member = answer[name];
  return { ...answer, [name]: path.length > 0 && isRecord(member) ? withLeaf(member, path, value) : value };
}

/** The fields of the recorded answer whose value may be a secret, written out: nothing is derived from their names. */
const secretLeaves: readonly string[] = [
  'secrets_store.provider_tokens',
  'search_api_key',
  'sandbox_api_key',
  'agent_settings.llm.api_key',
  'agent_settings.llm.aws_access_key_id',
  'agent_settings.llm.aws_secret_access_key',
  'agent_settings.llm.aws_session_token',
  'agent_settings.llm.extra_headers',
  'agent_settings.llm.litellm_extra_body',
  'agent_settings.mcp_config.mcpServers.m.headers.Authorization',
  'agent_settings.agent_context.secrets',
  'agent_settings.verification.critic_api_key',
];

/** Booleans and records of the interface: a value of another type isn't one of the service's. */
const typed = ['llm_api_key_set', 'search_api_key_set', 'provider_tokens_set'];

export function mayBeSecret(path: LeafPath): boolean {
  return secretLeaves.includes(path.join('.')) || typed.includes(path.join('.'));
}

/** A secret in every shape in which a field may have one. */
export function shapesOf(secret: string): readonly unknown[] {
  return [
    secret,
    [secret, [secret]],
    { plain: secret, more: { deeper: [secret, { x: secret }] } },
    { value: secret, kind: 'StaticSecret', description: secret },
    JSON.stringify({ plain: secret }),
  ];
}

const secret = marked('planted');
const profile = {
  model: 'openai/gpt-4o',
  api_key: secret,
  base_url: `https://user:${secret}@llm.example/v1?code=${secret}`,
  aws_access_key_id: secret,
  aws_secret_access_key: secret,
  aws_session_token: secret,
  extra_headers: { 'X-Plain': secret },
  litellm_extra_body: { metadata: { plain: secret } },
};
const server = { url: `https://u:${secret}@m.example/mcp?plain=${secret}`, headers: { 'X-Plain': secret } };
const program = {
  command: 'uvx',
  args: ['--token', secret, '-e', `PLAIN=${secret}`, `https://u:${secret}@a.example`],
  env: { PLAIN: secret },
};
const agentWith = (fields: Answer) => ({ agent_settings: fields });

/** Parts of answers with secrets in places that the recorded one doesn't have. */
export const planted: readonly (readonly [title: string, answer: Answer])[] = [
  ['in every field of the model', agentWith({ llm: profile })],
  ['in the model of a condenser', agentWith({ condenser: { enabled: true, llm: profile } })],
  ['in profiles', { llm_profiles: { profiles: { fast: profile, slow: { llm: profile } }, active: 'fast' } }],
  ['in a list of profiles', { llm_profiles: { profiles: [profile] } }],
  ['in MCP servers', agentWith({ mcp_config: { mcpServers: { m: server, p: program } } })],
  ['in MCP servers of newer services', agentWith({ mcp_config: { m: server, p: program } })],
  [
    'in MCP servers of another shape',
    agentWith({ mcp_config: { mcpServers: { m: server, odd: { env: program.env } } } }),
  ],
  [
    'in the MCP servers of a skill',
    agentWith({ agent_context: { skills: [{ name: 's', mcp_tools: { mcpServers: { p: program } } }] } }),
  ],
  [
    'in the secrets of a context',
    agentWith({ agent_context: { secrets: { PLAIN: secret, OTHER: { value: secret } } } }),
  ],
  [
    'in the critic',
    agentWith({ verification: { critic_api_key: secret, critic_server_url: `https://u:${secret}@c.example` } }),
  ],
  [
    'in an agent that is another program',
    agentWith({ acp_command: ['npx', '--api-key', secret], acp_args: ['--token', secret], acp_env: { PLAIN: secret } }),
  ],
  [
    'in the parameters of a tool',
    agentWith({ tools: [{ name: 't', params: { env: { PLAIN: secret }, api_key: secret } }] }),
  ],
  ['in both places of a service between both APIs', { llm_api_key: secret, ...agentWith({ llm: profile }) }],
];
