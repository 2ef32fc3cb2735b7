import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import { maskSettings, presentableSettings } from '../../../src/client/maskSettings';
import type { Settings } from '../../../src/client/records';
import { agentSettingsNames, withInterfaceNames } from '../../../src/client/apis/settingsNames';
import { Redactor } from '../../../src/base/redactor';
import { outlineSettings, type SettingsRow } from '../../../src/settings/settingsOutline';
import { marked, markedIn } from '../../support/markedSecrets';
import { savedSettings } from '../../service/v1/savedSettings';
import { isRecord } from '../../../src/base/json';

type Answer = Readonly<Record<string, unknown>>;
type LeafPath = readonly string[];

/** Paths to the fields of an answer that have no fields of their own. */
function leavesOf(value: unknown, path: LeafPath = []): readonly LeafPath[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

/** The answer with one of its fields replaced. */
function withLeaf(answer: Answer, [name = '', ...path]: LeafPath, value: unknown): Answer {
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

function mayBeSecret(path: LeafPath): boolean {
  return secretLeaves.includes(path.join('.')) || typed.includes(path.join('.'));
}

/** A secret in every shape in which a field may have one. */
function shapesOf(secret: string): readonly unknown[] {
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
const planted: readonly (readonly [title: string, answer: Answer])[] = [
  ['in every field of the model', agentWith({ llm: profile })],
  ['in profiles', { llm_profiles: { profiles: { fast: profile, slow: { llm: profile } }, active: 'fast' } }],
  ['in MCP servers', agentWith({ mcp_config: { mcpServers: { m: server, p: program } } })],
  [
    'in the secrets of a context',
    agentWith({ agent_context: { secrets: { PLAIN: secret, OTHER: { value: secret } } } }),
  ],
  [
    'in an agent that is another program',
    agentWith({ acp_command: ['npx', '--api-key', secret], acp_args: ['--token', secret], acp_env: { PLAIN: secret } }),
  ],
  ['in a tool', agentWith({ tools: [{ name: 't', params: { env: { PLAIN: secret }, api_key: secret } }] })],
];

const read = (answer: Readonly<Record<string, unknown>>) =>
  withInterfaceNames(answer, apis.v1.settings.namesIn(answer)) as Settings;
const outline = (answer: Readonly<Record<string, unknown>>) =>
  outlineSettings(maskSettings(read(answer)), apis.v1.settings.namesIn(answer));
const all = (rows: readonly SettingsRow[]): SettingsRow[] => rows.flatMap((row) => [row, ...all(row.children)]);
const rowsOf = (answer: Readonly<Record<string, unknown>>) =>
  new Map(all(outline(answer).flatMap(({ rows }) => rows)).map((row) => [row.id, row]));

describe('The settings of a service of API V1', () => {
  const saved = rowsOf(savedSettings);

  it('keep their rows, with their names on the service', () => {
    for (const [name, wireName] of Object.entries(agentSettingsNames.moved))
      if (name !== 'llm_api_key') assert.deepEqual(saved.get(`/${name}`)?.fieldNames, [wireName]);
    assert.deepEqual(saved.get('/llm_api_key_set')?.fieldNames, ['llm_api_key_set', 'agent_settings.llm.api_key']);
  });

  it('name what is where it was as before', () => {
    for (const id of ['/language', '/secrets_store', '/mcp_config/mcpServers/m/url'])
      assert.deepEqual(saved.get(id)?.fieldNames, [id.split('/').at(-1)]);
    assert.deepEqual(saved.get('/search_api_key_set')?.fieldNames, ['search_api_key_set', 'search_api_key']);
  });

  it("have no row for a field that the API doesn't have, unless it is sent", () => {
    assert.equal(saved.get('/enable_solvability_analysis'), undefined);
    const sent = rowsOf({ ...savedSettings, enable_solvability_analysis: false });
    assert.deepEqual(sent.get('/enable_solvability_analysis')?.value, { kind: 'switch', on: false });
  });

  it('have everything else under "Other", in groups of their own, without what has moved', () => {
    const other = outline(savedSettings).find(({ group }) => group === 'other');
    const names = (rows: readonly SettingsRow[] = []) => rows.map(({ name }) => name);
    assert.deepEqual(names(other?.rows), [
      'user_version',
      'disabled_skills',
      'v1_enabled',
      'agent_settings',
      'conversation_settings',
      'sandbox_grouping_strategy',
      'llm_profiles',
    ]);
    const agent = saved.get('/agent_settings')?.children;
    assert.deepEqual(names(agent?.filter(({ children }) => children.length > 0)), [
      'llm',
      'agent_context',
      'condenser',
      'verification',
    ]);
    for (const wireName of Object.values(agentSettingsNames.moved))
      assert.ok(!saved.has(`/${wireName.replaceAll('.', '/')}`), wireName);
    assert.deepEqual(saved.get('/agent_settings/llm/reasoning_effort')?.value, { kind: 'text', text: 'high' });
  });

  it('are the same rows in newer services, which name each MCP server one level above', () => {
    const { mcp_config, ...agent } = savedSettings['agent_settings'] as { mcp_config: { mcpServers: unknown } };
    const newer = rowsOf({ ...savedSettings, agent_settings: { ...agent, mcp_config: mcp_config.mcpServers } });
    const ids = [...saved.keys()].filter((id) => id !== '/mcp_config/mcpServers');
    assert.deepEqual([...newer.keys()].sort(), ids.map((id) => id.replace('/mcpServers/', '/')).sort());
  });

  // prettier-ignore
  const told: readonly (readonly [title: string, answer: Record<string, unknown>, id: string, kind: unknown])[] = [
    ['a key that the service keeps to itself', {}, '/llm_api_key_set', { kind: 'secret', set: true }],
    ['a key that is missing', { llm_api_key_set: false, agent_settings: { llm: { api_key: null } } }, '/llm_api_key_set', { kind: 'secret', set: false }],
    ['a null that may be a kept key', {}, '/agent_settings/llm/aws_secret_access_key', { kind: 'unreported' }],
    ['a null that may be a kept record', {}, '/agent_settings/agent_context/secrets', { kind: 'unreported' }],
    ['a null that is none', {}, '/agent_settings/llm/max_input_tokens', { kind: 'unset' }],
    ['an empty record', {}, '/agent_settings/llm/litellm_extra_body', { kind: 'count', count: 0, of: 'entries' }],
    ["a service's mark for a secret", {}, '/mcp_config/mcpServers/m/headers/Authorization', { kind: 'secret', set: true }],
    ['asterisks', { agent_settings: { llm: { user: '**********' } } }, '/agent_settings/llm/user', { kind: 'secret', set: true }],
    ['a wildcard', { allowed: '*' }, '/allowed', { kind: 'text', text: '*' }],
    [
      'the number of secrets alone',
      { agent_settings: { agent_context: { secrets: { DEPLOY: 'x', SIGN: { value: 'y' } } } } },
      '/agent_settings/agent_context/secrets',
      { kind: 'count', count: 2, of: 'secrets' },
    ],
  ];
  for (const [title, answer, id, value] of told)
    it(`tell ${title}`, () => assert.deepEqual(rowsOf({ ...savedSettings, ...answer }).get(id)?.value, value));

  it('show no names of secrets, as those of the stored ones', () => {
    const secrets = { [marked('name')]: 'x' };
    const rows = rowsOf({ ...savedSettings, agent_settings: { agent_context: { secrets } } });
    assert.deepEqual(markedIn(JSON.stringify([...rows.values()])), []);
  });
});

describe('The settings of a service of API V1 with an agent of its own protocol', () => {
  const agent = { ...(savedSettings['agent_settings'] as object), agent: undefined, agent_kind: 'acp' };
  const own = { ...agent, acp_server: 'claude-code', acp_model: 'opus', acp_args: [] };
  const rows = rowsOf({ ...savedSettings, agent_settings: own });

  it('name the agent and the model that it uses', () => {
    for (const [id, name, text] of [
      ['/agent', 'agent_settings.acp_server', 'claude-code'],
      ['/llm_model', 'agent_settings.acp_model', 'opus'],
    ] as const)
      assert.deepEqual([rows.get(id)?.fieldNames, rows.get(id)?.value], [[name], { kind: 'text', text }]);
  });

  it("have no rows for what doesn't apply to it, and none for what it doesn't say", () => {
    const ids = [...rowsOf({ ...savedSettings, agent_settings: agent }).keys()];
    for (const id of ['/enable_default_condenser', '/llm_base_url']) assert.ok(!rows.has(id), id);
    for (const id of ['/agent', '/llm_model']) assert.ok(rows.has(id) && !ids.includes(id), id);
  });
});

describe('No secret in the settings of API V1 is shown', () => {
  const shown = (answer: Readonly<Record<string, unknown>>) => {
    const fit = presentableSettings(read(answer), new Redactor());
    return JSON.stringify([fit, outlineSettings(fit, agentSettingsNames)]);
  };

  for (const path of leavesOf(savedSettings).filter(mayBeSecret))
    it(path.join('.'), () => {
      for (const value of shapesOf(marked('leaf')))
        assert.deepEqual(markedIn(shown(withLeaf(savedSettings, path, value))), [], JSON.stringify(value));
    });

  for (const [title, answer] of planted)
    it(title, () => {
      assert.notDeepEqual(markedIn(JSON.stringify(read({ ...savedSettings, ...answer }))), [], 'none is planted');
      assert.deepEqual(markedIn(shown({ ...savedSettings, ...answer })), []);
    });
});

describe('Everything else in the settings of API V1 is shown', () => {
  for (const path of leavesOf(savedSettings).filter((path) => !mayBeSecret(path)))
    it(path.join('.'), () => {
      for (const value of [4711, 'plain words']) {
        const text = JSON.stringify(maskSettings(read(withLeaf(savedSettings, path, value))));
        assert.ok(text.includes(String(value)), text);
      }
    });
});
