import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conversationStartRequest } from '../../../src/client/schemas';
import { mcpConfigOf } from '../../../src/mcp/mcpSelection';
import { agreementTo, type McpCandidate, resolveCandidate } from '../../../src/mcp/mcpCandidate';
import type { EnvFile } from '../../../src/mcp/mcpFile';
import type { McpConfig } from '../../../src/client/records';
import { candidatesOf } from './candidates';

/** Configuration sent for a file if all of its servers are selected. */
function configOf(file: unknown, answers: Record<string, string> = {}, envFile?: EnvFile): McpConfig | undefined {
  return configWith(candidatesOf(file, envFile), new Map(Object.entries(answers)));
}

function configWith(candidates: readonly McpCandidate[], answers: ReadonlyMap<string, string>): McpConfig | undefined {
  const resolved = candidates.map((candidate) => resolveCandidate(candidate, answers));
  return mcpConfigOf(resolved.flatMap((resolution) => (resolution.kind === 'resolved' ? [resolution.server] : [])));
}

function fits(config: McpConfig): boolean {
  return conversationStartRequest.safeParse({ mcp_config: config }).success;
}

describe('the configuration made from MCP files', () => {
  interface Case {
    readonly file: unknown;
    readonly answers?: Record<string, string>;
    readonly envFile?: EnvFile;
    readonly sent: McpConfig | undefined;
  }
  // Shapes that VS Code documents for mcp.json, with example servers; then those of other tools.
  // prettier-ignore
  const cases: Readonly<Record<string, Case>> = {
    'a prompted password': {
      file: {
        inputs: [{ type: 'promptString', id: 'search-key', description: 'Key of the search', password: true }],
        servers: { search: { command: 'uvx', env: { SEARCH_KEY: '${input:search-key}', REGION: 'eu' } } },
      },
      answers: { 'input:search-key': 'k-1' },
      sent: { stdio_servers: [{ name: 'search', command: 'uvx', env: { SEARCH_KEY: 'k-1', REGION: 'eu' } }] },
    },
    "an accepted envFile, with lower priority than the file's own variables": {
      file: { servers: { db: { command: 'db-tools', envFile: '${workspaceFolder}/.env', env: { DB_HOST: 'h' } } } },
      envFile: { path: '${workspaceFolder}/.env', variables: { DB_HOST: 'other', DB_PASSWORD: 'p' } },
      answers: { 'envFile:${workspaceFolder}/.env': agreementTo(['DB_PASSWORD', 'DB_HOST']) },
      sent: { stdio_servers: [{ name: 'db', command: 'db-tools', env: { DB_HOST: 'h', DB_PASSWORD: 'p' } }] },
    },
    'a declined envFile': {
      file: { servers: { db: { command: 'db-tools', envFile: '.env' } } },
      envFile: { path: '.env', variables: { DB_PASSWORD: 'p' } },
      answers: { 'envFile:.env': '' },
      sent: { stdio_servers: [{ name: 'db', command: 'db-tools' }] },
    },
    'an envFile whose variables have changed': {
      file: { servers: { db: { command: 'db-tools', envFile: '.env' } } },
      envFile: { path: '.env', variables: { DB_PASSWORD: 'p', MORE: 'm' } },
      answers: { 'envFile:.env': agreementTo(['DB_PASSWORD']) },
      sent: undefined,
    },
    'a URL with a bearer header': {
      file: {
        servers: { issues: { type: 'http', url: ' https://mcp.example.com/issues ', headers: { Authorization: 'Bearer ${input:pat}', 'X-Toolsets': 'all' } } },
        inputs: [{ type: 'promptString', id: 'pat', password: true }],
      },
      answers: { 'input:pat': 'pat-1' },
      sent: { shttp_servers: [{ url: 'https://mcp.example.com/issues', api_key: 'pat-1' }] },
    },
    'a value picked from a list': {
      file: {
        servers: { db: { command: 'db', args: ['--stage=${input:stage}'] } },
        inputs: [{ type: 'pickString', id: 'stage', options: ['dev', 'prod'] }],
      },
      answers: { 'input:stage': 'prod' },
      sent: { stdio_servers: [{ name: 'db', command: 'db', args: ['--stage=prod'] }] },
    },
    'an answer that is no longer in the list': {
      file: {
        servers: { db: { command: 'db', args: ['--stage=${input:stage}'] } },
        inputs: [{ type: 'pickString', id: 'stage', options: ['dev', 'test'] }],
      },
      answers: { 'input:stage': 'prod' },
      sent: undefined,
    },
    'an answer that looks like a variable': {
      file: { servers: { a: { command: 'a', args: ['${input:one}'] } }, inputs: [{ type: 'promptString', id: 'one' }] },
      answers: { 'input:one': '${env:HOME}' },
      sent: { stdio_servers: [{ name: 'a', command: 'a', args: ['${env:HOME}'] }] },
    },
    'an empty key': {
      file: { servers: { a: { url: 'https://a.example', headers: { Authorization: 'Bearer ${env:KEY}' } } } },
      answers: { 'env:KEY': '' },
      sent: { shttp_servers: [{ url: 'https://a.example' }] },
    },
    'all three lists': {
      file: {
        mcpServers: {
          one: { command: 'uvx', args: ['one'], alwaysAllow: ['x'] },
          two: { serverUrl: 'https://two.example/mcp' },
          three: { transport: 'sse', url: 'https://three.example/sse', disabled: true },
          four: { type: 'streamableHttp', url: 'https://four.example/mcp', headers: { Authorization: 'Bearer f-4' } },
        },
      },
      sent: {
        sse_servers: [{ url: 'https://three.example/sse' }],
        stdio_servers: [{ name: 'one', command: 'uvx', args: ['one'] }],
        shttp_servers: [{ url: 'https://two.example/mcp' }, { url: 'https://four.example/mcp', api_key: 'f-4' }],
      },
    },
    'one URL with two keys': {
      file: {
        servers: {
          mine: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer mine' } },
          again: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer mine' } },
          yours: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer yours' } },
        },
      },
      sent: { shttp_servers: [{ url: 'https://a.example/mcp', api_key: 'mine' }, { url: 'https://a.example/mcp', api_key: 'yours' }] },
    },
    'names that become the same': {
      file: { servers: { 'a b': { command: 'x' }, 'a-b': { command: 'y' }, 'a/b': { command: 'x' }, 'a-b-2': { command: 'z' } } },
      sent: { stdio_servers: [{ name: 'a-b', command: 'x' }, { name: 'a-b-2', command: 'y' }, { name: 'a-b-2-2', command: 'z' }] },
    },
  };
  for (const [what, { file, answers, envFile, sent }] of Object.entries(cases))
    it(what, () => {
      const config = configOf(file, answers, envFile);
      assert.deepEqual(config, sent);
      assert.ok(config === undefined || fits(config));
    });

  it('is empty as long as an answer is missing, and says which', () => {
    const [candidate] = candidatesOf({
      servers: { a: { command: 'a', args: ['${input:one}', '${env:TWO}'] } },
      inputs: [{ type: 'promptString', id: 'one' }],
    });
    const resolution = resolveCandidate(candidate!, new Map([['input:one', 'known']]));
    assert.ok(resolution.kind === 'unanswered');
    const asked = resolution.questions.map(({ key }) => key);
    assert.deepEqual(asked, ['env:TWO']);
  });

  const text = fc.oneof(
    fc.string(),
    // prettier-ignore
    fc.constantFrom(
      'npx', 'https://a.example/mcp', '${input:one}', '${env:TWO}', '${workspaceFolder}', 'Bearer ${input:one}',
      '__proto__',
    ),
  );
  const server = fc.record(
    {
      type: fc.oneof(fc.constantFrom('stdio', 'http', 'sse', 'streamable-http'), fc.jsonValue()),
      command: fc.oneof(text, fc.jsonValue()),
      args: fc.oneof(fc.array(text), fc.jsonValue()),
      env: fc.oneof(fc.dictionary(fc.constantFrom('A', 'two words', '__proto__'), text), fc.jsonValue()),
      url: fc.oneof(text, fc.webUrl(), fc.jsonValue()),
      headers: fc.oneof(fc.dictionary(fc.constantFrom('Authorization', 'X-Key'), text), fc.jsonValue()),
      envFile: fc.constantFrom('.env', 7),
    },
    { requiredKeys: [] },
  );
  const file = fc.record(
    {
      servers: fc.dictionary(
        text,
        fc.oneof({ weight: 5, arbitrary: server }, { weight: 1, arbitrary: fc.jsonValue() }),
      ),
      mcpServers: fc.dictionary(text, server),
      inputs: fc.constant([{ type: 'promptString', id: 'one', default: 'never-sent-default' }]),
    },
    { requiredKeys: ['inputs'] },
  );
  const envFile: EnvFile = { path: '.env', variables: { FROM_FILE: 'never-sent-variable' } };

  it('always matches the interface, whatever a file contains and the user answers', function () {
    this.timeout(20_000);
    const property = fc.property(file, text, text, (value, one, two) => {
      const answers = { 'input:one': one, 'env:TWO': two, 'envFile:.env': 'FROM_FILE' };
      const config = configOf(value, answers, envFile);
      assert.ok(config === undefined || fits(config), JSON.stringify(config));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('never contains an unanswered variable, nor anything in its place', function () {
    this.timeout(20_000);
    const property = fc.property(file, (value) => {
      const sent = JSON.stringify(configOf(value, {}, envFile) ?? {});
      for (const never of ['${input:', '${env:', '${workspaceFolder}', 'never-sent'])
        assert.ok(!sent.includes(never), sent);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
