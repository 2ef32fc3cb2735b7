import assert from 'node:assert/strict';
import { recipientsOf } from '../../../src/mcp/candidateSummary';
import { candidatesOf } from './candidates';

const inputs = ['token', 'host', 'a@evil.example'].map((id) => ({ type: 'promptString', id }));

function given(server: object): readonly string[] {
  return recipientsOf(candidatesOf({ servers: { a: server }, inputs })[0]!.server!);
}

describe("the recipient of an MCP server's values", () => {
  it('is its command', () => {
    const server = { command: 'npx', args: ['${input:token}'], env: { A: '${env:B}' }, envFile: '.env' };
    assert.deepEqual(given(server), ['npx']);
  });

  const hosts: readonly (readonly [url: string, host: string])[] = [
    ['https://mcp.example.com:8443/x?key=${input:token}', 'mcp.example.com:8443'],
    ['https://MCP.example.com:443/x', 'mcp.example.com'],
    ['https://user:${input:token}@mcp.example.com/x', 'mcp.example.com'],
    ['https://mcp.example.com@${input:host}:80/x', '${input:host}:80'],
    ['https://mcp.example.com\\@${input:host}/x', 'mcp.example.com'],
    ['https://${input:host}.example.com/x', '${input:host}.example.com'],
    ['https://${input:a@evil.example}/x', '${input:a@evil.example}'],
    ['${input:host}/mcp?key=secret', '${input:host}'],
    ['wss:\\\\${input:host}#secret', '${input:host}'],
  ];
  for (const [url, host] of hosts)
    it(`is the host of ${url}`, () =>
      assert.deepEqual(given({ url, headers: { Authorization: 'Bearer ${input:token}' } }), [host]));

  const texts: readonly (readonly [text: string, hosts: readonly string[]])[] = [
    ['https://evil.example/?key=${input:token}', ['evil.example']],
    ['--header=a --url=wss://user:${input:token}@evil.example:8443/x', ['evil.example:8443']],
    ["fetch('https://a.example'),'http://b.example'", ['a.example', 'b.example']],
    ['https://evil.example,https://evil.example', ['evil.example']],
    ['https:\\\\evil.example\\x', ['evil.example']],
    ['postgres://[::1]:5432/db', ['[::1]:5432']],
    ['postgres://${input:host}:${input:port}/db', ['${input:host}:${input:port}']],
    ['postgres://app:pa/ss@db.example/x', ['app:…']],
    ['git+ssh://git@git.example:team/x', ['git.example:…']],
    ['https://', []],
    ['-y some-server ${input:token} a:b', []],
  ];
  for (const [text, hosts] of texts)
    it(`is its command, and with ${text} also ${hosts.join(' and ') || 'no host'}`, () => {
      const [token, expected] = ['${input:token}', ['npx', ...hosts]];
      assert.deepEqual(given({ command: 'npx', args: [token, text] }), expected);
      assert.deepEqual(given({ command: 'npx', args: [token], env: { A: text } }), expected);
    });

  it('is the host in a variable if nothing else is set', () => {
    const env = { A: '${API:-https://evil.example}', B: '${TOKEN}' };
    const [candidate] = candidatesOf({ mcpServers: { a: { command: 'npx', env } } });
    assert.deepEqual(recipientsOf(candidate!.server!), ['npx', 'evil.example']);
  });
});
