import assert from 'node:assert/strict';
import { masked, maskSettings } from '../../../src/client/maskSettings';
import type { Settings } from '../../../src/client/records';
import { sampleSecrets, sampleSettings, settingsWithUnknownFields, unknownSecrets } from '../../service/sampleSettings';

const mask = (fields: Record<string, unknown>): Settings => maskSettings({ llm_api_key_set: true, ...fields });
const stdio = (entry: Record<string, unknown>) => ({
  mcp_config: { stdio_servers: [{ name: 'n', command: 'npx', ...entry }] },
});
const args = (...list: unknown[]) => stdio({ args: list });
const url = (address: string) => ({ mcp_config: { sse_servers: [{ url: address }] } });

describe('maskSettings hides', () => {
  /** Every SECRET is planted; the last column is what may be shown of the rest. */
  // prettier-ignore
  const planted: readonly (readonly [string, Record<string, unknown>, string?])[] = [
    ["the model's key", { llm_api_key: 'SECRET' }],
    ['a key that is a number', { llm_api_key: 4711 }],
    ['a provider token', { secrets_store: { provider_tokens: { github: { token: 'SECRET' } } } }, 'github'],
    ['a description beside a secret', { secrets_store: { custom_secrets: { A: { description: 'SECRET' } } } }],
    ['a store that is a list', { secrets_store: { provider_tokens: ['SECRET'] } }],
    ['all stores in a string', { secrets_store: 'SECRET' }],
    ['a store with another name', { secrets_store: { more: { A: ['SECRET', { b: 'SECRET' }] } } }],
    ['a token in place of a host', { provider_tokens_set: { github: 'ghp_SECRET0123456789' } }, 'github'],
    ['a token without a known format', { provider_tokens_set: { github: 'SECRET' } }],
    ['a token in a record', { provider_tokens_set: { github: { value: 'SECRET' } } }],
    ['all providers in a string', { provider_tokens_set: 'SECRET' }],
    ['the password in a URL', { llm_base_url: 'https://user:SECRET@llm.example/v1' }, 'https://llm.example/v1'],
    ['a password with an at sign', { llm_base_url: 'https://user:a@SECRET@llm.example' }, 'https://llm.example'],
    ['the query of a URL', { llm_base_url: 'https://llm.example/v1?code=SECRET' }, 'https://llm.example/v1?'],
    ['the fragment of a URL', { llm_base_url: 'https://llm.example/v1#SECRET' }, 'https://llm.example/v1#'],
    ['a URL in a sentence', { agent: 'see https://a.example/?x=SECRET now' }, 'see https://a.example/'],
    ['a JSON web token', { note: 'eyJSECRETabc123.eyJSECRET.SECRET' }],
    ['an unknown field, by its name', { extra_api_key: 'SECRET' }],
    ['an unknown field in camel case', { githubAuth: 'SECRET', userPass: 'SECRET' }],
    ['a list in a field with such a name', { api_keys: ['SECRET', { a: 'SECRET' }] }],
    ['a member at any depth', { theme: { a: [{ b: { client_secret: 'SECRET' } }] } }, 'theme'],
    ['values nested too deep to be searched', { deep: nest(5000, { a: 'SECRET' }) }],
    ['the environment in an unknown record', { agent_settings: { mcp: { env: { A: 'SECRET' } } } }],
    ['the key of an MCP server', { mcp_config: { sse_servers: [{ url: 'https://a', api_key: 'SECRET' }] } }, 'https://a'],
    ['the variables of an MCP server', stdio({ env: { PLAIN: 'SECRET' } }), 'PLAIN'],
    ['variables in one string', stdio({ env: 'A=SECRET,B=SECRET' })],
    ['variables as a list', stdio({ env: ['A=SECRET'] })],
    ['headers of an MCP server', { mcp_config: { shttp_servers: [{ url: 'https://a', headers: { X: 'SECRET' } }] } }],
    ['a random path of a server', url('https://a.example/s/SECRET0123456789abcd/mcp'), 'https://a.example/s/'],
    ['a map of servers', { mcp_config: { fetch: { command: 'uvx', args: ['--token', 'SECRET'], env: { A: 'SECRET' } } } }, 'uvx'],
    ['an argument after its flag', args('--api-key', 'SECRET'), '--api-key'],
    ['an argument after a short flag', args('-u', 'SECRET', '-p', 'SECRET')],
    ['an argument with its flag', args('--access-token=SECRET'), '--access-token='],
    ['a header after its flag', args('-H', 'X-Custom: SECRET'), 'X-Custom: '],
    ['a header with a key', args('--header', 'X-Api-Key:SECRET'), 'X-Api-Key:'],
    ['a header without a flag, whose value begins with a digit', args('X-Api-Key:1SECRET'), 'X-Api-Key:'],
    ['a header with its flag', args('--header=X-Api-Key: SECRET'), '--header=X-Api-Key: '],
    ['a variable for a container', args('run', '-e', 'PLAIN=SECRET', 'image'), 'PLAIN='],
    ['a variable with its flag', args('--env=PLAIN=SECRET'), '--env=PLAIN='],
    ['a URL among the arguments', args('postgresql://user:SECRET@db.example/x?y=SECRET'), 'postgresql://db.example/x'],
    ['a URL with its flag', args('--url=https://u:SECRET@a.example'), '--url=https://a.example'],
    ['a random argument', args('SECRET0123456789abcdef')],
    ['the password of a user among the arguments', args('admin:SECRET', '--auth=admin:SECRET'), 'admin:'],
    ['what is authorized with', { auth: { strategy: 'bearer', value: 'SECRET', type: { a: 'SECRET' } } }, 'bearer'],
    ['a variable with the name of a kind', stdio({ env: { auth_type: 'SECRET' } })],
    ['a padded key among the arguments', args('SECRETSECRET01234567890=='), ''],
    ['arguments in one string', stdio({ args: '--plain SECRET' })],
    ['arguments that are records', args({ a: 'SECRET' }, ['SECRET'])],
    [
      'members with the names of prototype members',
      JSON.parse('{"constructor":{"api_key":"SECRET"},"__proto__":{"token":"SECRET"}}') as Record<string, unknown>,
    ],
    ['a very long text', { note: `SECRET${'x'.repeat(200_000)}` }],
  ];
  for (const [title, fields, shown = ''] of planted)
    it(title, () => {
      const text = JSON.stringify(mask(fields));
      assert.doesNotMatch(text, /SECRET|4711/);
      assert.ok(text.includes(shown), text);
    });

  it('every secret of the sample and of newer services', () => {
    const text = JSON.stringify([mask({ ...sampleSettings }), mask(settingsWithUnknownFields)]);
    for (const secret of [...sampleSecrets, ...unknownSecrets]) assert.ok(!text.includes(secret), secret);
  });
});

describe('maskSettings shows', () => {
  // prettier-ignore
  const shown: readonly (readonly [string, Record<string, unknown>])[] = [
    ['ordinary fields', { language: 'en', max_iterations: 100, confirmation_mode: false, email: 'a@b.example' }],
    ['that a key is not set', { llm_api_key: null, search_api_key: '', secrets_store: { provider_tokens: {} } }],
    ['whether keys are set', { search_api_key_set: true, other_token_set: false }],
    ['hosts of providers', { provider_tokens_set: { github: null, gitlab: 'gitlab.example.com:8443', own: 'https://git.example/' } }],
    ['the organization of a host', { provider_tokens_set: { azure_devops: 'dev.azure.com/acme' } }],
    ['how a server is authorized', { auth: { strategy: 'bearer', type: 'api_key' }, auth_type: 'oauth', authMode: 'sso' }],
    ['providers reported as booleans', { provider_tokens_set: { github: true, gitlab: false } }],
    ['images of the sandbox', { sandbox_base_container_image: 'docker.io/library/python:3.12-bookworm@sha256:ab' }],
    ['URLs with a port and an at sign in the path', { llm_base_url: 'https://a.example:8443/@scope/x' }],
    ['model names', { llm_model: 'openai/gpt-4o-mini-2024-07-18' }],
    ['ordinary arguments', args('-y', '@scope/mcp-server@1.2.3', '--port', '8080', 'image:latest', '/a/b', '')],
    [
      'arguments with a colon that are no passwords',
      args('python:3.12-slim', 'localhost:8080', 'C:\\tools\\a', 'npm:@scope/x', 'node:alpine', '12:30', 'a::b', './x:/y', 'x:'),
    ],
    ['empty entries', { mcp_config: { sse_servers: [], stdio_servers: null, shttp_servers: [{ url: '', api_key: null }] } }],
    ['unknown fields', { condenser_max_size: 120, theme: { accent: 'green', contrast: { level: 2 } }, list: [1, 'a', null] }],
  ];
  for (const [title, fields] of shown)
    it(title, () => assert.deepEqual(mask(fields), { llm_api_key_set: true, ...fields }));

  it('a mark in place of a secret', () => assert.equal(mask({ llm_api_key: 'SECRET' })['llm_api_key'], masked));
});

function nest(depth: number, inside: unknown): unknown {
  let value = inside;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
