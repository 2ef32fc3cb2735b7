import fc from 'fast-check';
import { constants, echo, edited, loadedTexts, odd, quoted, refusal, wrapped, type JsonText } from './hostileJson';
import { askedFor, secretsOf, storedSecret, type OfAgent } from './hostileSecrets';

const hyphenated = askedFor.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const id = fc.constantFrom(askedFor, hyphenated);

/** A model with every field that servers show as it was saved. */
function model(secrets: readonly string[]): JsonText {
  const fields = {
    ...constants({ model: 'openai/gpt-4o', base_url: `https://u:${storedSecret}@llm.example/v1?key=${storedSecret}` }),
    ...constants({ api_key: '**********', timeout: 300 }),
    extra_headers: wrapped.map((secret) => `{"X-Any":${secret}}`),
    litellm_extra_body: wrapped.map((secret) => `{"metadata":${secret}}`),
  };
  return edited(fields, odd(secrets), secrets, 1);
}

function conversation(operation: 'conversation' | 'startConversation'): JsonText {
  const secrets = secretsOf[operation];
  const words = fc.oneof(loadedTexts, echo(secrets));
  const times = fc.oneof(fc.constant('2026-11-27T10:00:00.000001Z'), fc.constant('2026-11-27T12:00:00'), words);
  const record = {
    ...constants({ workspace: { working_dir: '/home/example' }, title: 'Fix', tags: {}, max_iterations: 500 }),
    id: quoted(fc.oneof({ weight: 6, arbitrary: id }, { weight: 1, arbitrary: words })),
    execution_status: quoted(fc.oneof(fc.constantFrom('idle', 'running', 'finished', 'paused'), words)),
    created_at: quoted(times),
    updated_at: quoted(times),
    last_user_message_id: fc.oneof(fc.constant('null'), quoted(words)),
    agent: model(secrets).map((llm) => `{"kind":"Agent","llm":${llm},"condenser":{"llm":${llm}}}`),
  };
  return edited(record, odd(secrets), secrets);
}

function settings(): JsonText {
  const secrets = secretsOf.loadSettings;
  const value = odd(secrets);
  const server = fc.oneof(
    edited(
      constants({ command: 'npx', args: ['fs', '--token', storedSecret, `--key=${storedSecret}`] }),
      value,
      secrets,
    ),
    edited(constants({ url: `https://u:${storedSecret}@a.example/mcp?key=${storedSecret}` }), value, secrets),
  );
  const names = fc.oneof(fc.constantFrom('fetch', '__proto__', 'mcpServers', ''), loadedTexts, echo(secrets));
  const servers = fc
    .array(fc.tuple(names, server), { maxLength: 3 })
    .map((members) => `{${members.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join()}}`);
  const agent = edited(
    { ...constants({ agent_kind: 'openhands' }), llm: model(secrets), mcp_config: servers },
    value,
    secrets,
  );
  const whole = {
    ...constants({ llm_api_key_is_set: true, active_profile: null, active_agent_profile_id: hyphenated }),
    ...constants({ conversation_settings: { max_iterations: 50, confirmation_mode: true, security_analyzer: 'llm' } }),
    agent_settings: agent,
    misc_settings: fc.constant('{}'),
  };
  return edited(whole, value, secrets);
}

/** The answers to the three questions before a start in one, since a hostile server answers each with it. */
function startForm(): JsonText {
  const secrets = secretsOf.startForm;
  const words = fc.oneof(loadedTexts, echo(secrets));
  const profile = edited(
    { id: quoted(fc.oneof({ weight: 16, arbitrary: id }, { weight: 1, arbitrary: words })), name: quoted(words) },
    odd(secrets),
    secrets,
    0,
  );
  const rather = (usual: JsonText, odder: JsonText) =>
    fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odder });
  const limits = rather(fc.constantFrom('null', '7'), odd(secrets));
  const record = {
    home: rather(fc.constant('"/home/example"'), quoted(words)),
    profiles: fc.array(profile, { maxLength: 3 }).map((all) => `[${all.join()}]`),
    active_agent_profile_id: rather(quoted(id), fc.oneof(fc.constant('null'), quoted(words))),
    conversation_settings: limits.map((limit) => `{"max_iterations":${limit},"confirmation_mode":true}`),
  };
  return edited(record, odd(secrets), secrets, 1);
}

/** A page of events: what the user, the agent or a tool wrote, of any size and depth. */
function events(): JsonText {
  const secrets = secretsOf.events;
  const value = odd(secrets);
  const words = fc.oneof(loadedTexts, echo(secrets));
  const kinds = ['MessageEvent', 'ActionEvent', 'ConversationErrorEvent', 'ConversationStateUpdateEvent', 'Nope'];
  const record = {
    ...constants({ tool_name: 'terminal', key: 'execution_status' }),
    kind: quoted(fc.constantFrom(...kinds, 'ObservationEvent', 'UserRejectObservation', 'AgentErrorEvent')),
    id: quoted(fc.oneof(id, words)),
    timestamp: quoted(fc.oneof(fc.constantFrom('2026-11-27T10:00:00.000001', '2026-11-27T10:00:00+05:30'), words)),
    source: quoted(fc.constantFrom('user', 'agent', 'environment')),
    llm_message: quoted(words).map((text) => `{"content":[{"type":"text","text":${text}}]}`),
    action: fc.oneof(
      value.map((odder) => `{"kind":"TerminalAction","command":${odder}}`),
      quoted(words).map((text) => `{"kind":"FinishAction","message":${text}}`),
    ),
    summary: quoted(words),
    security_risk: quoted(words),
    code: quoted(words),
    detail: quoted(words),
    value: fc.oneof(quoted(fc.constantFrom('waiting_for_confirmation', 'running')), value),
  };
  return fc.array(edited(record, value, secrets, 1), { maxLength: 6 }).map((all) => `{"items":[${all.join()}]}`);
}

const mostly = (operation: OfAgent, body: JsonText) =>
  fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: refusal(secretsOf[operation]) });

/** Answers of agent servers. */
export const bodiesOfAgent: Readonly<Record<OfAgent, JsonText>> = {
  loadSettings: mostly('loadSettings', settings()),
  startConversation: mostly('startConversation', conversation('startConversation')),
  conversation: mostly(
    'conversation',
    conversation('conversation').map((one) => `[${one}]`),
  ),
  startForm: mostly('startForm', startForm()),
  events: mostly('events', events()),
};
