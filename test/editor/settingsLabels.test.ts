import assert from 'node:assert/strict';
import { apis } from '../../src/client/apis/registry';
import { withInterfaceNames } from '../../src/client/apis/settingsNames';
import { maskSettings } from '../../src/client/maskSettings';
import type { Settings } from '../../src/client/records';
import { outlineSettings, type SettingsRow } from '../../src/settings/settingsOutline';
import { shownLanguage } from '../../src/base/vscode/units';
import { copyable, rowItem, rowTooltip } from '../../src/settings/vscode/settingsItems';
import { agentExchanges } from '../service/agent/exchanges';
import { AgentConversations } from '../service/agent/conversations';
import { loadSettings } from '../service/agent/operations';
import { sampleSettings } from '../service/sampleSettings';
import { exchanges, followUpExchanges } from '../service/v1/exchanges';
import { markedIn } from '../support/markedSecrets';

const settings = {
  llm_api_key_set: true,
  language: '',
  max_iterations: 'many',
  mcp_config: {
    sse_servers: [{ url: 'https://one.example.com/sse', api_key: 'KEY' }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['mcp'], env: { url: 'x' } }],
    shttp_servers: [{ url: 'https://two.example.com/mcp', timeout: 5, headers: { timeout: 'x' } }],
    toString: [{ url: 'https://three.example.com' }],
    docs_server: { url: 'https://four.example.com', enabled: true, headers: { timeout: 'x' } },
  },
  provider_tokens_set: { github: null, enterprise_sso: null, forgejo: null, constructor: null },
  secrets_store: { provider_tokens: { github: {} }, custom_secrets: {}, url: {} },
  condenser_max_size: 120,
  v1_enabled: true,
  user_version: 4,
  misc_settings: { some_switch: true, 'Not a word': true },
  llm_profiles: { profiles: { my_profile: { api_version: '2' } } },
  agent_settings: {
    condenser_max_size: 120,
    llm: {
      timeout: 300,
      aws_region_name: 'eu',
      retry_min_wait: 8,
      extra_headers: { x_team: 'a' },
      litellm_extra_body: { deep_body: { top_k: 1 } },
      capability_overrides: { supports_vision: true },
    },
  },
  unknown: { sse_servers: { url: 'no MCP server' } },
};

/** Label of a row by the JSON Pointer of its value: a readable name if the interface knows it. */
const labels: readonly (readonly [id: string, label: string])[] = [
  ['/mcp_config/sse_servers', 'SSE servers'],
  ['/mcp_config/sse_servers/0', 'https://one.example.com/sse'],
  ['/mcp_config/sse_servers/0/api_key', 'API key'],
  ['/mcp_config/stdio_servers/0/args', 'Arguments'],
  ['/mcp_config/stdio_servers/0/args/0', '0'],
  // The user chose the name of this variable.
  ['/mcp_config/stdio_servers/0/env/url', 'url'],
  ['/mcp_config/shttp_servers/0/timeout', 'Timeout'],
  // The user chose the name of this header.
  ['/mcp_config/shttp_servers/0/headers/timeout', 'timeout'],
  ['/mcp_config/toString', 'toString'],
  ['/provider_tokens_set/github', 'GitHub'],
  ['/provider_tokens_set/enterprise_sso', 'Enterprise single sign-on'],
  ['/provider_tokens_set/constructor', 'constructor'],
  ['/condenser_max_size', 'Maximum history size'],
  ['/agent_settings/condenser_max_size', 'Condenser maximum size'],
  ['/agent_settings/llm', 'Language model'],
  ['/agent_settings/llm/aws_region_name', 'AWS region name'],
  // The user chose these names, or they are another service's.
  ['/agent_settings/llm/extra_headers/x_team', 'x_team'],
  ['/agent_settings/llm/litellm_extra_body/deep_body/top_k', 'top_k'],
  ['/agent_settings/llm/capability_overrides/supports_vision', 'supports_vision'],
  ['/llm_profiles/profiles/my_profile', 'my_profile'],
  ['/misc_settings/some_switch', 'Some switch'],
  ['/misc_settings/Not a word', 'Not a word'],
  ['/v1_enabled', 'API V1 enabled'],
  ['/mcp_config/docs_server', 'docs_server'],
  ['/mcp_config/docs_server/enabled', 'Enabled'],
  ['/mcp_config/docs_server/headers/timeout', 'timeout'],
  ['/unknown/sse_servers', 'sse_servers'],
];

describe('The rows inside a settings field', () => {
  const all = (rows: readonly SettingsRow[]): SettingsRow[] => rows.flatMap((row) => [row, ...all(row.children)]);
  const rows = new Map(
    outlineSettings(maskSettings(settings)).flatMap((section) => all(section.rows).map((row) => [row.id, row])),
  );

  for (const [id, label] of labels) {
    it(`have readable labels: ${id} is "${label}"`, () => {
      const row = rows.get(id);
      assert.ok(row, [...rows.keys()].join(' '));
      assert.equal(rowItem(row).label, label);
      // An entry of a list has no name of its own, and its position isn't one.
      const [name] = id
        .split('/')
        .filter((part) => !/^\d+$/.test(part))
        .slice(-1);
      assert.match(rowTooltip(row).value.replaceAll('\\', ''), new RegExp(`^Field name: ${name}$`, 'm'));
    });
  }

  it('are counted in the language of the other words', () => {
    const [other] = outlineSettings(maskSettings({ llm_api_key_set: true, list: Array(12_345).fill(1) })).slice(-1);
    assert.deepEqual(
      other?.rows.map((row) => rowItem(row).description),
      [`${(12_345).toLocaleString(shownLanguage())} entries`],
    );
  });

  for (const [sent, said] of [
    [{}, "The service didn't send this field."],
    [{ language: null }, 'The service sent null.'],
    [{ language: '' }, undefined],
  ] as const)
    it(`tell what isn't sent from what has no value: ${JSON.stringify(sent)}`, () => {
      const shown = outlineSettings(maskSettings({ llm_api_key_set: true, ...sent })).flatMap((section) =>
        all(section.rows),
      );
      const row = shown.find(({ id }) => id === '/language') ?? assert.fail();
      const sentence = /The service (?:sent|didn't send) .*/.exec(rowTooltip(row).value.replaceAll('\\', ''));
      assert.equal(sentence?.[0].trim(), said);
    });

  for (const [what, api, answers] of [
    ['API V1', apis.v1, [...exchanges, ...followUpExchanges]],
    ['an agent server', apis.agent, agentExchanges],
  ] as const)
    it(`have no name of the wire for a label, whatever ${what} was recorded to send`, () => {
      const sent = answers.filter(({ path, status }) => path === api.settings.path && status === 200);
      assert.ok(sent.length > 0);
      const shown = sent.flatMap(({ body }) => {
        const answer = body as Readonly<Record<string, unknown>>;
        const names = api.settings.namesIn(answer);
        const read = maskSettings(withInterfaceNames(answer, names) as Settings);
        return outlineSettings(read, names).flatMap((section) => all(section.rows));
      });
      assert.ok(shown.length > 100, String(shown.length));
      // Headers, variables and profiles have the names that users gave them.
      const own = /\/(?:headers|env|extra_headers|profiles|litellm_extra_body)\/[^/]+$/;
      const raw = shown.filter((row) => rowItem(row).label === row.name && !own.test(row.id));
      // Names of MCP servers, and a list's entries by their position.
      assert.deepEqual(
        raw.map(({ id }) => id).filter((id) => !/^\/mcp_config\/(?:mcpServers\/)?[a-z]+$|\/\d+$/.test(id)),
        [],
      );
    });

  it('show none of the secrets that an agent server has in its settings in clear', () => {
    const { body } = loadSettings({ kind: 'settings', record: sampleSettings }, new AgentConversations());
    const text = body.toString();
    assert.deepEqual(markedIn(text), ['llm-url-password', 'agent-header', 'agent-note', 'agent-panel']);
    const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const names = apis.agent.settings.namesIn(answer);
    const read = maskSettings(withInterfaceNames(answer, names) as Settings);
    const shown = outlineSettings(read, names).flatMap((section) => all(section.rows));
    assert.ok(
      ['extra_headers', 'litellm_extra_body', 'misc_settings'].every((name) => shown.some((row) => row.name === name)),
    );
    const texts = shown.map((row) => [rowItem(row), rowTooltip(row).value, copyable(row)]);
    assert.deepEqual(markedIn(JSON.stringify(texts)), []);
  });

  it("name both fields of a key in its tooltip, and say where it's unknown whether it's set", () => {
    const tooltip = (id: string) => {
      const row = rows.get(id) ?? assert.fail(id);
      return `${String(rowItem(row).description)}\n${rowTooltip(row).value.replaceAll('\\', '')}`;
    };
    assert.match(tooltip('/language'), /^empty$/m);
    assert.match(
      tooltip('/max_iterations'),
      /^many · unexpected type\n[^]*^The service sent a value of a different type\.$/m,
    );
    assert.match(tooltip('/secrets_store'), /^1 secret$/m);
    assert.match(tooltip('/enable_default_condenser'), /^on · default\n[^]*^Default: on$/m);
    assert.match(
      tooltip('/llm_api_key_set'),
      /^set\n[^]*^Field names: llm_api_key_set, llm_api_key$[^]*^Type: boolean, required; string \(password\) or null$/m,
    );
    assert.match(tooltip('/sandbox_api_key'), /^not reported\n[^]*^Services don't report whether this is set\.$/m);
    const [text, ofSecret, group] = ['/language', '/llm_api_key_set', '/mcp_config/sse_servers/0'].map((id) =>
      rowItem(rows.get(id)!),
    );
    assert.deepEqual([text?.contextValue, ofSecret?.contextValue], ['settingValue', 'setting'], 'it can be copied');
    const read = [text, group].map((item) => item?.accessibilityInformation?.label);
    assert.deepEqual(read, ['Language: empty', 'https://one.example.com/sse']);
  });
});
