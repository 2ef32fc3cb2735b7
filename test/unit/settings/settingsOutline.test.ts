import assert from 'node:assert/strict';
import { maskSettings } from '../../../src/client/maskSettings';
import { settingsField, settingsFields } from '../../../src/client/settingsFields';
import { outlineSettings, type SettingsRow } from '../../../src/settings/settingsOutline';
import { minimalSettings, sampleSettings, settingsWithUnknownFields } from '../../service/sampleSettings';

/** Every field of the interface, by the service, which shares nothing with the extension. */
const fields = ['llm_api_key_set', 'search_api_key_set', ...Object.keys(sampleSettings)];

function rowsOf(settings: Record<string, unknown>): SettingsRow[] {
  return outlineSettings(maskSettings({ llm_api_key_set: true, ...settings })).flatMap(({ rows }) => rows);
}

function rowOf(name: string, settings: Record<string, unknown>): SettingsRow {
  const row = rowsOf(settings).find((candidate) => candidate.name === name);
  assert.ok(row, name);
  return row;
}

function all(rows: readonly SettingsRow[]): SettingsRow[] {
  return rows.flatMap((row) => {
    assert.equal(row.hasChildren, row.children.length > 0, row.id);
    return [row, ...all(row.children)];
  });
}

/** Value of a row: "on", "12 servers", "set", … */
function words({ value, origin, isDefault }: SettingsRow): string {
  const mark = [origin === 'sent' ? '' : ` (${origin})`, isDefault ? ' default' : ''].join('');
  switch (value.kind) {
    case 'text':
      return value.text + mark;
    case 'switch':
      return (value.on ? 'on' : 'off') + mark;
    case 'secret':
      return (value.set ? 'set' : 'not set') + mark;
    case 'count':
      return `${value.count} ${value.of}${mark}`;
    case 'unset':
      return `-${mark}`;
    case 'unreported':
      return `not reported${mark}`;
    case 'group':
      return `group${mark}`;
  }
}

describe('the settings fields', () => {
  it('are those of the interface', () => assert.deepEqual(Object.keys(settingsFields).sort(), fields.toSorted()));

  for (const name of ['constructor', '__proto__', 'toString', 'api_key', ''])
    it(`don't include "${name}"`, () => assert.equal(settingsField(name), undefined));
});

describe('the rows inside a field', () => {
  it('are named by the field that they are in, and never by their position or content', () => {
    const settings = {
      mcp_config: { sse_servers: [{ url: 'https://a.example' }], stdio_servers: [{ name: 'n', args: ['x'] }] },
      other: { list: [{ a: 1 }, [2]] },
    };
    const names = new Map(all(rowsOf(settings)).map(({ id, fieldNames }) => [id, fieldNames.join()]));
    assert.deepEqual(
      [...names].filter(([id]) => /^\/(mcp_config|other)/.test(id)),
      [
        ['/mcp_config', 'mcp_config'],
        ['/mcp_config/sse_servers', 'sse_servers'],
        ['/mcp_config/sse_servers/0', 'sse_servers'],
        ['/mcp_config/sse_servers/0/url', 'url'],
        ['/mcp_config/stdio_servers', 'stdio_servers'],
        ['/mcp_config/stdio_servers/0', 'stdio_servers'],
        ['/mcp_config/stdio_servers/0/name', 'name'],
        ['/mcp_config/stdio_servers/0/args', 'args'],
        ['/mcp_config/stdio_servers/0/args/0', 'args'],
        ['/other', 'other'],
        ['/other/list', 'list'],
        ['/other/list/0', 'list'],
        ['/other/list/0/a', 'a'],
        ['/other/list/1', 'list'],
        ['/other/list/1/0', 'list'],
      ],
    );
  });
});

describe('outlineSettings', () => {
  const responses: readonly (readonly [string, Record<string, unknown>])[] = [
    ['a full response', { ...sampleSettings }],
    ['a response with only the required field', { ...minimalSettings }],
    ['a response with unknown fields', { ...settingsWithUnknownFields }],
    ['a response of nulls', Object.fromEntries(fields.slice(1).map((name) => [name, null]))],
    [
      'a response with the names of groups and prototypes',
      JSON.parse(
        '{"model":1,"other":{"a":1},"constructor":{"a":1},"__proto__":{"b":2},"mcp_config/sse_servers":1,"a~1b":1,"a/b":1,"\\ud800":{"\\udc00":1},"\\ud801":1}',
      ) as Record<string, unknown>,
    ],
  ];
  for (const [title, response] of responses) {
    it(`shows every field once, in a group, for ${title}`, () => {
      const outline = outlineSettings(maskSettings({ llm_api_key_set: true, ...response }));
      const names = outline.flatMap(({ rows }) => rows.flatMap(({ name, key }) => [name, ...(key ? [key] : [])]));
      assert.deepEqual(names.sort(), [...new Set([...fields, ...Object.keys(response)])].sort());
      const groups: readonly string[] = outline.map(({ group }) => group);
      const order = ['model', 'limits', 'git', 'sandbox', 'mcp', 'search', 'privacy', 'account', 'secrets', 'other'];
      assert.deepEqual(
        groups,
        order.filter((group) => groups.includes(group)),
      );
      for (const { group, rows } of outline)
        for (const { name } of rows) assert.equal(group === 'other', settingsField(name) === undefined, name);
    });

    it(`gives every row a unique id for ${title}`, () => {
      const outline = outlineSettings(maskSettings({ llm_api_key_set: true, ...response }));
      const ids = [
        ...outline.map(({ group }) => group),
        ...all(outline.flatMap(({ rows }) => rows)).map(({ id }) => id),
      ];
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids) assert.ok(id.isWellFormed());
    });
  }

  // prettier-ignore
  const shown: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
    ['a string', { language: 'en' }, 'language', 'en'],
    ['a number', { max_budget_per_task: 1.5 }, 'max_budget_per_task', '1.5'],
    ['a switch', { confirmation_mode: false }, 'confirmation_mode', 'off'],
    ['null', { language: null }, 'language', '- (null)'],
    ['a missing field', {}, 'language', '- (absent)'],
    ['a default that was sent', { enable_solvability_analysis: true }, 'enable_solvability_analysis', 'on default'],
    ["a default that wasn't sent", {}, 'enable_solvability_analysis', 'on (absent) default'],
    ['a value other than the default', { enable_solvability_analysis: false }, 'enable_solvability_analysis', 'off'],
    ['null instead of a default', { enable_sound_notifications: null }, 'enable_sound_notifications', '- (null)'],
    ['a key', { sandbox_api_key: 'SECRET' }, 'sandbox_api_key', 'set'],
    ["a key that wasn't reported", { sandbox_api_key: null }, 'sandbox_api_key', 'not reported (null)'],
    ['a key that is withheld as an empty string', { sandbox_api_key: '' }, 'sandbox_api_key', 'not reported'],
    ["a key that isn't sent", {}, 'sandbox_api_key', 'not reported (absent)'],
    ['a key reported only by a boolean', { llm_api_key: null, llm_api_key_set: true }, 'llm_api_key_set', 'set'],
    ['a key that contradicts its boolean', { llm_api_key: 'SECRET', llm_api_key_set: false }, 'llm_api_key_set', 'not set'],
    ['a key that its boolean rules out', { search_api_key_set: false }, 'search_api_key_set', 'not set default'],
    ['a key reported only by its value', { search_api_key: 'SECRET' }, 'search_api_key_set', 'set (absent)'],
    ['neither key nor boolean', { search_api_key: null }, 'search_api_key_set', 'not set (absent) default'],
    ['a boolean that is null', { search_api_key_set: null }, 'search_api_key_set', 'not set (null)'],
    ['servers', { ...sampleSettings }, 'mcp_config', '4 servers'],
    ['a map of servers', { mcp_config: { a: { command: 'x', args: [] }, b: { url: 'https://b' } } }, 'mcp_config', '2 servers'],
    ['a wrapped map of servers', { mcp_config: { mcpServers: { a: { command: 'x' }, b: {} } } }, 'mcp_config', '2 servers'],
    ['no servers', { mcp_config: {} }, 'mcp_config', '0 servers'],
    ['providers', { ...sampleSettings }, 'provider_tokens_set', '2 providers'],
    ['providers reported as booleans', { provider_tokens_set: { github: true, gitlab: false } }, 'provider_tokens_set', '1 providers'],
    ["providers that aren't reported", {}, 'provider_tokens_set', 'not reported (absent)'],
    ['secrets', { ...sampleSettings }, 'secrets_store', '2 secrets'],
    ['withheld stores', { secrets_store: { provider_tokens: {} } }, 'secrets_store', 'not reported'],
    ['an unknown record', { theme: { a: 1, b: 2 } }, 'theme', '2 entries'],
    ['an unknown secret', { extra_api_key: 'SECRET' }, 'extra_api_key', 'set'],
    ['an unknown boolean for a secret', { extra_api_key_set: false }, 'extra_api_key_set', 'off'],
    ['an unknown withheld secret', { extra_api_key: null }, 'extra_api_key', 'not reported (null)'],
  ];
  for (const [title, settings, name, expected] of shown)
    it(`shows ${title}`, () => assert.equal(words(rowOf(name, settings)), expected));

  const otherTypes: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [{ max_iterations: '100' }, 'max_iterations', '100'],
    [{ confirmation_mode: 'true' }, 'confirmation_mode', 'true'],
    [{ mcp_config: [] }, 'mcp_config', '0 servers'],
    [{ mcp_config: 'none' }, 'mcp_config', 'none'],
    [{ mcp_config: { sse_servers: { a: 1 } } }, 'mcp_config', '0 servers'],
    [{ mcp_config: { stdio_servers: [7, { command: 'x' }] } }, 'mcp_config', '2 servers'],
    [{ provider_tokens_set: ['github'] }, 'provider_tokens_set', '1 providers'],
    [{ provider_tokens_set: 'github' }, 'provider_tokens_set', 'set'],
    [{ secrets_store: 'vault' }, 'secrets_store', 'set'],
    [{ llm_model: { name: 'gpt' } }, 'llm_model', '1 entries'],
    [{ search_api_key_set: 'yes' }, 'search_api_key_set', 'set'],
    [{ search_api_key: ['SECRET'] }, 'search_api_key_set', 'set (absent)'],
  ];
  for (const [settings, name, expected] of otherTypes)
    it(`says that ${JSON.stringify(settings)} is of another type, and shows all other fields`, () => {
      const rows = rowsOf({ ...sampleSettings, search_api_key_set: undefined, ...settings });
      const odd = rows.filter(({ isOfAnotherType }) => isOfAnotherType);
      const said = odd.map((row) => [row.name, words(row)]);
      assert.deepEqual(said, [[name, expected]]);
      assert.ok(rows.length >= rowsOf({ ...sampleSettings }).length);
    });

  it("says it of no field that is as the interface has it, nor of those that it doesn't have", () => {
    for (const settings of [sampleSettings, minimalSettings, settingsWithUnknownFields])
      assert.ok(rowsOf({ ...settings }).every(({ isOfAnotherType }) => !isOfAnotherType));
  });

  const inside: readonly (readonly [string, string, string])[] = [
    ['a server by its URL', '/mcp_config/sse_servers/0', 'https://tickets.example.com/sse'],
    ['a server by its name', '/mcp_config/stdio_servers/0', 'fetch'],
    ['the URL of a server', '/mcp_config/shttp_servers/1/url', 'url'],
    ['a variable', '/mcp_config/stdio_servers/0/env/FETCH_TOKEN', 'FETCH_TOKEN'],
  ];
  for (const [title, id, name] of inside)
    it(`shows ${title}`, () =>
      assert.equal(all(rowsOf({ ...sampleSettings })).find((row) => row.id === id)?.name, name));

  it('shows an entry of a list by its name or URL, if it has one, and a member by its key', () => {
    const list = [{ name: 'docs' }, { name: { a: 1 }, url: 'https://a.example' }, { name: '' }, null, 'x'];
    const { children } = rowOf('more', { more: { agent: { name: 'docs' }, list } });
    const names = children.map(({ name, children: inner }) => [name, ...inner.map((row) => row.name)]);
    assert.deepEqual(names, [
      ['agent', 'name'],
      ['list', 'docs', 'https://a.example', '2', '3', '4'],
    ]);
  });

  it('treats a provider without a host as configured', () => {
    const { children } = rowOf('provider_tokens_set', { provider_tokens_set: { a: null, b: 'b.example', off: false } });
    assert.deepEqual(children.map(words), ['set (null)', 'b.example', 'not set']);
  });

  it('shows servers as groups of their fields, in lists with counts', () => {
    const { children } = rowOf('mcp_config', { ...sampleSettings });
    assert.deepEqual(children.map(words), ['1 servers', '1 servers', '2 servers']);
    assert.deepEqual(children.flatMap((list) => list.children).map(words), Array(4).fill('group'));
  });

  it('has one row for a key and its boolean', () => {
    const keys = rowsOf({ ...sampleSettings }).flatMap(({ name, key }) => (key ? [[name, key]] : []));
    assert.deepEqual(keys, [
      ['llm_api_key_set', 'llm_api_key'],
      ['search_api_key_set', 'search_api_key'],
    ]);
  });

  it('shows only the number of saved secrets, and none of their names', () =>
    assert.deepEqual(rowOf('secrets_store', { ...sampleSettings }).children, []));

  it("shows only the number of secrets in a record that the interface doesn't have", () => {
    const row = rowOf('secrets', { secrets: { DEPLOY_TOKEN: 'SECRET' } });
    assert.equal(words(row), '1 secrets');
    assert.deepEqual(row.children, []);
  });

  it('stops at a limited depth', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level++) deep = { a: deep };
    assert.ok(all(rowsOf({ deep })).length < 60);
  });
});
