import assert from 'node:assert/strict';
import { receiptsOf, type McpReceipts } from '../../../src/mcp/common/candidateSummary';
import { candidatesOf } from './candidates';

const inputs = ['token', 'host', 'a@evil.example'].map((id) => ({ type: 'promptString', id }));

function given(server: object): McpReceipts | undefined {
  const envFile = { path: '.env', variables: { ONE: '1', TWO: '2' } };
  return receiptsOf(candidatesOf({ servers: { a: server }, inputs }, envFile)[0]!);
}

describe('what an MCP server receives', () => {
  it('is nothing where nothing is asked for', () => {
    assert.equal(given({ command: 'npx', env: { TOKEN: 'as it is' } }), undefined);
  });

  it('goes to its command', () => {
    const server = { command: 'npx', args: ['${input:token}'], env: { A: '${env:B}' }, envFile: '.env' };
    assert.deepEqual(given(server), {
      to: 'npx',
      inputs: ['token'],
      variables: ['B'],
      envFile: { path: '.env', names: ['ONE', 'TWO'] },
    });
  });

  const hosts: readonly (readonly [url: string, host: string])[] = [
    ['https://mcp.example.com:8443/x?key=${input:token}', 'mcp.example.com:8443'],
    ['https://user:${input:token}@mcp.example.com/x', 'mcp.example.com'],
    ['https://mcp.example.com@${input:host}:80/x', '${input:host}:80'],
    ['https://mcp.example.com\\@${input:host}/x', 'mcp.example.com'],
    ['https://${input:host}.example.com/x', '${input:host}.example.com'],
    ['https://${input:a@evil.example}/x', '${input:a@evil.example}'],
    ['${input:host}/mcp?key=secret', '${input:host}'],
    ['wss:\\\\${input:host}#secret', '${input:host}'],
  ];
  for (const [url, host] of hosts) {
    it(`goes to the host of ${url}`, () => {
      assert.equal(given({ url, headers: { Authorization: 'Bearer ${input:token}' } })?.to, host);
    });
  }
});
