import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conversationStartRequest } from '../../../../src/client/schemas';
import { mergeMcp } from '../../../../src/domain/mcp/mergeMcp';
import type { McpConfig } from '../../../../src/domain/records';

const own: McpConfig = {
  stdio_servers: [{ name: 'fetch', command: 'npx', args: ['fetch'] }],
  shttp_servers: [{ url: 'https://docs.example.com/mcp', api_key: 'own' }],
};

describe('mergeMcp', () => {
  const cases: readonly (readonly [what: string, saved: unknown, added: McpConfig, leftOut?: number])[] = [
    ['nothing', undefined, {}],
    ['null', null, {}],
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
      'bare addresses, and arguments and variables in one text',
      {
        sse_servers: ['https://s.example/sse'],
        stdio_servers: [{ name: 'git', command: 'uvx', args: 'git --path "a b"', env: 'A=1,B=2=3' }],
      },
      {
        sse_servers: [{ url: 'https://s.example/sse' }],
        stdio_servers: [{ name: 'git', command: 'uvx', args: ['git', '--path', 'a b'], env: { A: '1', B: '2=3' } }],
      },
    ],
    [
      'a map by name',
      {
        git: { command: 'uvx', args: ['git'] },
        feed: { url: 'https://s.example/sse', transport: 'sse', headers: { Authorization: 'Bearer k' } },
        docs: { url: 'https://h.example/mcp', auth: 'token' },
      },
      {
        sse_servers: [{ url: 'https://s.example/sse', api_key: 'k' }],
        stdio_servers: [{ name: 'git', command: 'uvx', args: ['git'] }],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: 'token' }],
      },
    ],
    [
      'a map below mcpServers',
      { mcpServers: { git: { command: 'uvx' } } },
      { stdio_servers: [{ name: 'git', command: 'uvx' }] },
    ],
    [
      'what the request has itself',
      {
        stdio_servers: [{ name: 'fetch', command: 'other' }],
        sse_servers: [{ url: 'https://docs.example.com/mcp', api_key: 'saved' }],
      },
      {},
    ],
    [
      'what cannot be taken over',
      {
        stdio_servers: [
          { name: 'a', command: 'two words' },
          { name: 'b', command: 'uvx', env: { KEY: '**********' } },
          7,
        ],
        shttp_servers: [{ url: 'https://h.example/mcp', api_key: '••••••••' }, { url: 'nowhere' }, null],
      },
      {},
      6,
    ],
  ];
  for (const [what, saved, added, leftOut = 0] of cases) {
    it(`takes ${what}`, () => {
      const { config, ...counts } = mergeMcp(own, saved);
      const lists = ['sse_servers', 'stdio_servers', 'shttp_servers'] as const;
      const expected = lists.flatMap((list) => {
        const all: readonly unknown[] = [...(own[list] ?? []), ...(added[list] ?? [])];
        return all.length === 0 ? [] : [[list, all] as const];
      });
      assert.deepEqual(config, Object.fromEntries(expected));
      assert.deepEqual(counts, {
        added: lists.flatMap((list): readonly unknown[] => added[list] ?? []).length,
        leftOut,
      });
    });
  }

  it('fits the interface, whatever a service has saved', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (saved) => {
        const { config } = mergeMcp(own, saved);
        assert.ok(conversationStartRequest.safeParse({ mcp_config: config }).success);
      }),
    );
  });
});
