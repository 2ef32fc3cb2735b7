import fc from 'fast-check';
import { constants, echo, edited, loadedTexts, odd, quoted, refusal, wrapped, type JsonText } from './hostileJson';
import { askedFor, secretsOf, storedSecret, type OfV1 } from './hostileSecrets';

const text = (value: unknown) => fc.constant(JSON.stringify(value));
const keyOrNone = fc.constantFrom('null', '""', JSON.stringify(storedSecret));

/** A list with one member for the one that was asked for, and sometimes another number of them. */
function list(member: JsonText): JsonText {
  return fc
    .tuple(member, fc.constantFrom(...Array<number>(16).fill(1), 0, 2, 3))
    .map(([one, times]) => `[${Array(times).fill(one).join()}]`);
}

/** Start tasks in any stage, that repeat what they were sent and know addresses inside the service. */
function startTask(operation: 'startConversation' | 'startTask'): JsonText {
  const secrets = secretsOf[operation];
  const words = fc.oneof(loadedTexts, echo(secrets));
  const known = fc.constantFrom('WORKING', 'READY', 'READY', 'ERROR', 'ERROR', 'POLISHING');
  const id = quoted(
    fc.oneof({ weight: 6, arbitrary: fc.constant(askedFor) }, { weight: 1, arbitrary: fc.oneof(words, fc.uuid()) }),
  );
  const record = {
    ...constants({ created_by_user_id: null, sandbox_id: null, agent_server_url: 'http://127.0.0.1:9' }),
    id,
    status: quoted(fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: words })),
    detail: fc.oneof(fc.constant('null'), quoted(words)),
    app_conversation_id: fc.oneof(fc.constant('null'), id, id),
    request: wrapped,
  };
  return edited(record, odd(secrets), secrets);
}

function conversation(): JsonText {
  const secrets = secretsOf.conversation;
  const words = fc.oneof(loadedTexts, echo(secrets));
  const record = {
    ...constants({ id: askedFor, title: 'Conversation 0b7f5', pr_number: [], metrics: { accumulated_cost: 0 } }),
    sandbox_status: quoted(fc.oneof(fc.constantFrom('RUNNING', 'PAUSED', 'STARTING'), words)),
    execution_status: fc.oneof(fc.constant('null'), quoted(fc.oneof(fc.constantFrom('running', 'finished'), words))),
    conversation_url: text(`http://${storedSecret}@127.0.0.1:9/`),
    session_api_key: text(storedSecret),
  };
  return fc.oneof(
    { weight: 8, arbitrary: edited(record, odd(secrets), secrets) },
    { weight: 1, arbitrary: fc.constant('null') },
  );
}

/** The settings with what was moved where this API has it, secrets where it may have them, and damage anywhere. */
function settings(): JsonText {
  const secrets = secretsOf.loadSettings;
  const value = odd(secrets);
  const record = (fields: Readonly<Record<string, JsonText>>) =>
    fc.oneof(
      { weight: 6, arbitrary: edited(fields, value, secrets, 0) },
      { weight: 1, arbitrary: edited(fields, value, secrets) },
    );
  const server = fc.oneof(
    record({
      url: text(`https://u:${storedSecret}@a.example/mcp?key=${storedSecret}`),
      transport: fc.constantFrom('"sse"', '"http"', 'null'),
      headers: wrapped.map((secret) => `{"X-Any":${secret}}`),
    }),
    record({
      ...constants({ command: 'uvx', args: ['--api-key', storedSecret, '-y'], name: 5 }),
      env: wrapped.map((secret) => `{"VALUE":${secret}}`),
    }),
  );
  const names = fc.oneof(
    fc.constantFrom('fetch', '__proto__', 'mcpServers', 'toString', ''),
    loadedTexts,
    echo(secrets),
  );
  const servers = fc
    .array(fc.tuple(names, server), { maxLength: 3 })
    .map((members) => `{${members.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join()}}`);
  const llm = record({
    ...constants({ model: 'openai/gpt-4o', base_url: `https://u:${storedSecret}@llm.example/v1`, timeout: 300 }),
    api_key: keyOrNone,
    aws_secret_access_key: keyOrNone,
    aws_access_key_id: keyOrNone,
    aws_session_token: keyOrNone,
    extra_headers: wrapped.map((secret) => `{"Authorization":${secret}}`),
  });
  const agent = record({
    ...constants({ agent: 'CodeActAgent', schema_version: 4, condenser: { enabled: true, max_size: 240 } }),
    llm,
    mcp_config: fc.oneof(
      servers,
      servers.map((map) => `{"mcpServers":${map}}`),
      fc.constant('null'),
    ),
    agent_context: wrapped.map((secret) => `{"secrets":${secret}}`),
    verification: wrapped.map((secret) => `{"critic_api_key":${secret}}`),
  });
  const whole = {
    ...constants({
      llm_api_key_set: true,
      language: 'en',
      git_user_name: 'Ada',
      provider_tokens_set: { github: null },
    }),
    ...constants({ conversation_settings: { max_iterations: 50, confirmation_mode: false, security_analyzer: 'llm' } }),
    agent_settings: agent,
    search_api_key: keyOrNone,
    sandbox_api_key: keyOrNone,
    secrets_store: wrapped.map((secret) => `{"provider_tokens":{"github":${secret}}}`),
  };
  return edited(whole, value, secrets);
}

const mostly = (operation: OfV1, body: JsonText) =>
  fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: refusal(secretsOf[operation]) });

/** Answers of services with API V1. */
export const bodiesOfV1: Readonly<Record<OfV1, JsonText>> = {
  loadSettings: mostly('loadSettings', settings()),
  startConversation: mostly('startConversation', startTask('startConversation')),
  startTask: mostly('startTask', list(startTask('startTask'))),
  conversation: mostly('conversation', list(conversation())),
};
