import fc from 'fast-check';
import type { ApiName } from '../../src/client/apis/registry';
import { listOf } from '../support/listOf';
import { aKey, anySecret, damaged, echo, loadedTexts, odd, type JsonText } from './hostileJson';
import { askedFor, secretsOf, sessionKey, storedSecret, type Operation } from './hostileSecrets';

const hyphenated = askedFor.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const urlWithSecrets = `https://u:${storedSecret}@a.example/mcp?key=${storedSecret}`;
const arguments_ = ['--api-key', storedSecret, '-y'];

const settingsOfV0 = {
  llm_api_key_set: true,
  language: 'en',
  agent: 'CodeActAgent',
  max_iterations: 250,
  security_analyzer: null,
  confirmation_mode: false,
  llm_model: 'anthropic/claude',
  llm_base_url: urlWithSecrets,
  max_budget_per_task: 1.5,
  git_user_name: 'Ada Lovelace',
  provider_tokens_set: { github: null, gitlab: 'gitlab.example.com' },
  search_api_key_set: false,
  llm_api_key: aKey,
  search_api_key: aKey,
  sandbox_api_key: aKey,
  secrets_store: { provider_tokens: { github: anySecret }, custom_secrets: { A: anySecret } },
  mcp_config: {
    sse_servers: [{ url: urlWithSecrets, api_key: aKey }],
    shttp_servers: [
      { url: urlWithSecrets, api_key: aKey },
      { url: 'https://a.example', headers: { 'X-Any': anySecret } },
    ],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: arguments_, env: { VALUE: anySecret } }],
  },
};

const model = {
  model: 'openai/gpt-4o',
  base_url: urlWithSecrets,
  api_key: aKey,
  aws_secret_access_key: aKey,
  aws_access_key_id: aKey,
  aws_session_token: aKey,
  extra_headers: { Authorization: anySecret },
  litellm_extra_body: { metadata: anySecret },
  timeout: 300,
};

const servers = {
  fetch: { url: urlWithSecrets, transport: 'sse', headers: { 'X-Any': anySecret } },
  mcpServers: { command: 'uvx', args: arguments_, name: 5, env: { VALUE: anySecret } },
};

const conversationSettings = { max_iterations: 50, confirmation_mode: true, security_analyzer: 'llm' };

const settingsOfV1 = {
  llm_api_key_set: true,
  language: 'en',
  git_user_name: 'Ada',
  provider_tokens_set: { github: null },
  conversation_settings: conversationSettings,
  agent_settings: {
    agent: 'CodeActAgent',
    schema_version: 4,
    condenser: { enabled: true, max_size: 240 },
    llm: model,
    mcp_config: { mcpServers: servers },
    agent_context: { secrets: anySecret },
    verification: { critic_api_key: anySecret },
  },
  search_api_key: aKey,
  sandbox_api_key: aKey,
  secrets_store: { provider_tokens: { github: anySecret } },
};

const settingsOfAgent = {
  llm_api_key_is_set: true,
  active_profile: null,
  active_agent_profile_id: hyphenated,
  conversation_settings: conversationSettings,
  agent_settings: { agent_kind: 'openhands', llm: model, mcp_config: servers },
  misc_settings: { note: anySecret },
};

const startOfV0 = { status: 'ok', message: null, conversation_status: 'STARTING', conversation_id: askedFor };

const conversationOfV0 = {
  conversation_id: askedFor,
  title: 'Conversation asked',
  url: null,
  pr_number: [],
  status: 'RUNNING',
  runtime_status: 'STATUS$READY',
  session_api_key: storedSecret,
};

const task = {
  id: askedFor,
  status: 'WORKING',
  detail: null,
  app_conversation_id: null,
  created_by_user_id: null,
  sandbox_id: null,
  agent_server_url: 'http://127.0.0.1:9',
  request: anySecret,
};
const tasks: readonly object[] = [
  task,
  { ...task, status: 'READY', app_conversation_id: askedFor },
  { ...task, status: 'ERROR', detail: 'No sandbox' },
];

const conversationOfV1 = {
  id: askedFor,
  title: 'Conversation 0b7f5',
  pr_number: [],
  metrics: { accumulated_cost: 0 },
  sandbox_status: 'RUNNING',
  execution_status: 'running',
  conversation_url: `http://${storedSecret}@127.0.0.1:9/`,
  session_api_key: storedSecret,
};

const conversationOfAgent = {
  id: hyphenated,
  workspace: { working_dir: '/home/example' },
  title: 'Fix',
  tags: {},
  execution_status: 'running',
  created_at: '2026-11-27T10:00:00.000001Z',
  updated_at: '2026-11-27T12:00:00',
  last_user_message_id: null,
  agent: { kind: 'Agent', llm: model, condenser: { llm: model } },
};

/** The answers to the three questions before a start in one, since a hostile server answers each with it. */
const startForm = {
  home: '/home/example',
  profiles: [{ id: askedFor, name: 'default' }],
  active_agent_profile_id: hyphenated,
  conversation_settings: conversationSettings,
};

const event = {
  id: askedFor,
  timestamp: '2026-11-27T10:00:00.000001',
  source: 'agent',
  llm_message: { content: [{ type: 'text', text: 'Which one?' }] },
  action: { kind: 'TerminalAction', command: 'make' },
  tool_name: 'terminal',
  summary: 'Builds it',
  security_risk: 'LOW',
  code: 'LLMAuthenticationError',
  detail: 'No key',
  key: 'execution_status',
  value: 'waiting_for_confirmation',
};
const kinds = listOf`
  MessageEvent ActionEvent ConversationErrorEvent ConversationStateUpdateEvent ObservationEvent UserRejectObservation
  AgentErrorEvent Nope
`;
const events = kinds.map((kind) => ({ ...event, kind }));

/** A list with one member for the one that was asked for, and sometimes another number of them. */
function list(member: JsonText): JsonText {
  return fc
    .tuple(member, fc.constantFrom(...Array<number>(16).fill(1), 0, 2, 3))
    .map(([one, times]) => `[${Array(times).fill(one).join()}]`);
}

const orNull = (json: JsonText) =>
  fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: fc.constant('null') });

/** Rejections as known servers send them, with damage anywhere. */
export function refusal(secrets: readonly string[]): JsonText {
  const said = fc.oneof(loadedTexts, echo(secrets));
  const issue = (text: string) => ({ type: text, loc: ['body', text], msg: text, input: text });
  return fc.oneof(
    said.chain((text) => damaged({ message: text, error: text, detail: text, msg_id: text }, secrets)),
    said.chain((text) => damaged({ detail: [issue(text), { ...issue(text), type: 'missing' }] }, secrets)),
    damaged({ llm_api_key_is_set: true, detail: { message: sessionKey } }, secrets),
    said.map((text) => JSON.stringify(text)),
    odd(secrets),
    echo(secrets),
    echo(secrets).map((text) => `<!doctype html><title>${text}</title><p>${text}`),
  );
}

/** An answer with damage, or a rejection. */
function answer(operation: Operation, body: (secrets: readonly string[]) => JsonText): JsonText {
  const secrets = secretsOf(operation);
  return fc.oneof({ weight: 4, arbitrary: body(secrets) }, { weight: 1, arbitrary: refusal(secrets) });
}

const sampled = (samples: readonly unknown[], most?: number) => (secrets: readonly string[]) =>
  fc.oneof(...samples.map((sample) => damaged(sample, secrets, most)));

/** Answers to the operations of each API. */
export const bodiesOf: Readonly<Record<ApiName, Partial<Readonly<Record<Operation, JsonText>>>>> = {
  v0: {
    loadSettings: answer('loadSettings', sampled([settingsOfV0])),
    startConversation: answer('startConversation', sampled([startOfV0])),
    conversation: answer('conversation', (secrets) => orNull(damaged(conversationOfV0, secrets))),
  },
  v1: {
    loadSettings: answer('loadSettings', sampled([settingsOfV1])),
    startConversation: answer('startConversation', sampled(tasks)),
    startTask: answer('startTask', (secrets) => list(sampled(tasks)(secrets))),
    conversation: answer('conversation', (secrets) => list(orNull(damaged(conversationOfV1, secrets)))),
  },
  agent: {
    loadSettings: answer('loadSettings', sampled([settingsOfAgent])),
    startConversation: answer('startConversation', sampled([conversationOfAgent])),
    conversation: answer('conversation', sampled([[conversationOfAgent]])),
    startForm: answer('startForm', sampled([startForm], 1)),
    events: answer('events', (secrets) =>
      fc.array(sampled(events, 1)(secrets), { maxLength: 6 }).map((all) => `{"items":[${all.join()}]}`),
    ),
  },
};
