import assert from 'node:assert/strict';
import { secretsOf } from '../../../../src/domain/mcp/mcpSecrets';
import type { FoundMcpServer, McpServers } from '../../../../src/domain/mcp/mcpServers';
import { tickedServers, type TickedServers } from '../../../../src/domain/mcp/tickedServers';
import type { McpConfig } from '../../../../src/domain/records';
import { offersOf } from './offers';

const file = {
  servers: {
    fetch: { command: 'npx', args: ['fetch'] },
    local: { url: 'http://localhost:1234/mcp', headers: { 'X-Toolsets': 'all' } },
    tools: { command: 'uvx', cwd: 'tools', env: { A: 'secret' } },
    asks: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${input:key}' } },
    idle: { url: 'http://localhost:1' },
  },
  inputs: [{ id: 'key', type: 'promptString' }],
};

function ticked(answers: Readonly<Record<string, string>> = {}, seen: McpConfig[] = []): Promise<TickedServers> {
  const servers = offersOf(file).map((offer): FoundMcpServer => ({
    file: 'f',
    offer,
    ticked: offer.name !== 'idle',
    changed: false,
    changes: [],
  }));
  const mcp: Pick<McpServers, 'anyTicked' | 'find' | 'answers' | 'protect'> = {
    anyTicked: true,
    find: () =>
      Promise.resolve({ files: [{ id: 'f', path: 'f', origin: 'workspace', damaged: [], servers }], gone: [] }),
    answers: () => Promise.resolve(new Map(Object.entries(answers))),
    protect: (config) => seen.push(config),
  };
  return tickedServers(mcp as McpServers);
}

describe('the MCP servers that are ticked', () => {
  it('go along where everything is known, and the others wait', async () => {
    const { names, waiting } = await ticked();
    assert.deepEqual([names, waiting], [['fetch', 'local', 'tools'], ['asks']]);
  });

  it('name what each of them will lack, and nothing that is true of most', async () => {
    assert.deepEqual((await ticked({ 'input:key': 'k' })).losses, [
      { server: 'local', losses: [{ kind: 'loopback' }, { kind: 'headers', names: ['X-Toolsets'] }] },
      { server: 'tools', losses: [{ kind: 'members', names: ['cwd'] }] },
    ]);
  });

  it('are protected with all that is secret in them', async () => {
    const seen: McpConfig[] = [];
    await ticked({ 'input:key': 'answer' }, seen);
    assert.deepEqual(seen.flatMap(secretsOf), ['secret', 'answer']);
  });
});

describe('what is secret in an mcp_config', () => {
  it('is nothing without one', () => assert.deepEqual(secretsOf(undefined), []));

  it('is every key and every value of a variable', () => {
    const secrets = secretsOf({
      sse_servers: [{ url: 'https://a.example', api_key: '1' }, { url: 'https://b.example' }],
      shttp_servers: [{ url: 'https://c.example', api_key: '2' }],
      stdio_servers: [{ name: 'a', command: 'b', args: ['c'], env: { D: '3', E: '4' } }],
    });
    assert.deepEqual([...secrets].sort(), ['1', '2', '3', '4']);
  });
});
