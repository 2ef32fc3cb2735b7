import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conversationStartRequest } from '../../../src/client/schemas';
import { mergeMcp } from '../../../src/mcp/mergeMcp';
import type { McpConfig } from '../../../src/client/records';

const own: McpConfig = {
  stdio_servers: [{ name: 'fetch', command: 'npx', args: ['fetch'] }],
  shttp_servers: [{ url: 'https://docs.example.com/mcp', api_key: 'own' }],
};

describe('mergeMcp', () => {
  // prettier-ignore
  const cases: readonly (readonly [what: string, saved: unknown, added: McpConfig, leftOut?: number])[] = [
    ['nothing', undefined, {}],
    ['empty lists', { sse_servers: [], stdio_servers: null, shttp_servers: [] }, {}],
    [
      'the lists of the interface',
      {
        sse_servers: [{ url: 'https://s.example/sse', api_key: null }],
        stdio_servers: [{ name: 'git', command: 'uvx', args: ['git'], env: { A: 'b' } }],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: 'k', timeout: 60 }],
      },
      {
        sse_servers: [{ url: 'https://s.example/sse' }],
        stdio_servers: [{ name: 'git', command: 'uvx', args: ['git'], env: { A: 'b' } }],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: 'k' }],
      },
    ],
    [
      'what looks like variables as it was saved',
      { stdio_servers: [{ name: 'git', command: 'uvx', env: { A: '${env:B}', C: '${input:d}' } }] },
      { stdio_servers: [{ name: 'git', command: 'uvx', env: { A: '${env:B}', C: '${input:d}' } }] },
    ],
    ['bare URLs', { sse_servers: ['https://s.example/sse'] }, { sse_servers: [{ url: 'https://s.example/sse' }] }],
    [
      'a map by name',
      {
        git: { command: 'uvx', args: ['git'] },
        feed: { url: 'https://s.example/sse', transport: 'sse', headers: { Authorization: 'Bearer k' } },
        docs: { url: 'https://h.example/mcp', api_key: '', auth: 'token' },
      },
      {
        sse_servers: [{ url: 'https://s.example/sse', api_key: 'k' }],
        stdio_servers: [{ name: 'git', command: 'uvx', args: ['git'] }],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: 'token' }],
      },
    ],
    [
      'the header of its own rather than the key beside it',
      { docs: { url: 'https://h.example/mcp', auth: 'token', headers: { Authorization: 'Bearer k' } } },
      { shttp_servers: [{ url: 'https://h.example/mcp', api_key: 'k' }] },
    ],
    ['a map below mcpServers', { mcpServers: { git: { command: 'uvx' } } }, { stdio_servers: [{ name: 'git', command: 'uvx' }] }],
    [
      'nothing that the request has itself',
      {
        stdio_servers: [{ name: 'fetch', command: 'other' }],
        sse_servers: [{ url: 'https://docs.example.com/mcp', api_key: 'saved' }],
      },
      {},
    ],
    [
      "nothing that can't be taken over",
      {
        stdio_servers: [
          { name: 'a', command: 'two words' },
          { name: 'b', command: 'uvx', env: { KEY: '**********' } },
          { name: 'c', command: 'uvx', args: 'git --path "a b"' },
          { name: 'd', command: 'uvx', args: ['--key', '<hidden>'] },
          7,
        ],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: '••••••••' }, { url: 'nowhere' }, null],
        sse_servers: ['https://api.good.example\\@evil.example/mcp', { url: 'https://user:password@h.example/mcp' }],
      },
      {},
      10,
    ],
  ];
  for (const [what, saved, added, leftOut = 0] of cases)
    it(`takes over ${what}`, () => {
      const { config, added: count, leftOut: left } = mergeMcp(own, saved);
      const lists = ['sse_servers', 'stdio_servers', 'shttp_servers'] as const;
      const expected = lists.flatMap((list) => {
        const all: readonly unknown[] = [...(own[list] ?? []), ...(added[list] ?? [])];
        return all.length === 0 ? [] : [[list, all] as const];
      });
      assert.deepEqual(config, Object.fromEntries(expected));
      const expectedCount = lists.flatMap((list): readonly unknown[] => added[list] ?? []).length;
      assert.deepEqual([count, left], [expectedCount, leftOut]);
    });

  it('lists the members of a saved server that a request has no field for', () => {
    const { config, without } = mergeMcp(own, {
      // prettier-ignore
      shttp_servers: [
        { url: 'https://h.example/mcp', api_key: 'k', timeout: 5 },
        { url: 'https://default.example/mcp', timeout: 60 },
        { url: 'https://all.example/mcp', api_key: null, timeout: null, headers: {}, name: 'all', type: 'http' },
        { url: 'https://headers.example/mcp', headers: { Authorization: 'Bearer k', 'X-Toolsets': 'all' }, auth: { a: 1 } },
        { url: 'https://docs.example.com/mcp', timeout: 60 },
      ],
      stdio_servers: [{ name: 'git', command: 'uvx', cwd: 'tools', disabled: true }],
    });
    assert.deepEqual(config?.shttp_servers?.[1], { url: 'https://h.example/mcp', api_key: 'k' });
    assert.deepEqual(without, [
      { server: 'git', members: ['cwd', 'disabled'] },
      { server: 'h.example', members: ['timeout'] },
      { server: 'headers.example', members: ['auth', 'X-Toolsets'] },
    ]);
  });

  it('matches the interface, whatever a service has saved', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (saved) => {
        const { config } = mergeMcp(own, saved);
        assert.ok(conversationStartRequest.safeParse({ mcp_config: config }).success);
      }),
    );
  });
});
