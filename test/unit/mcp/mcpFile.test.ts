import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { readMcpFile, sharedUserFile } from '../../../src/mcp/mcpFile';

function servers(file: unknown): Record<string, string | undefined> {
  return Object.fromEntries(readMcpFile(file).entries.map(({ name, type }) => [name, type]));
}

describe('sharedUserFile', () => {
  const home = path.resolve('/home/ada');
  const usual = path.join(home, '.copilot', 'mcp-config.json');
  const own = path.resolve('/data/copilot');
  for (const [what, folder, expected] of [
    ['unset', undefined, usual],
    ['empty', '', usual],
    ['relative', 'copilot', usual],
    ['absolute', own, path.join(own, 'mcp-config.json')],
  ] as const)
    it(`is ${expected} if COPILOT_HOME is ${what}`, () =>
      assert.equal(sharedUserFile({ COPILOT_HOME: folder }, home), expected));
});

describe('readMcpFile', () => {
  // prettier-ignore
  const files: readonly (readonly [what: string, file: unknown, servers: Record<string, string | undefined>])[] = [
    ["VS Code's own files", { servers: { a: { type: 'stdio', command: 'npx' }, b: { type: 'http', url: 'https://b.example' } } }, { a: 'stdio', b: 'http' }],
    ["other tools' files", { mcpServers: { a: { command: 'uvx' }, b: { url: 'https://b.example' } } }, { a: 'stdio', b: 'http' }],
    ['both', { servers: { a: { command: 'npx' } }, mcpServers: { b: { command: 'npx' } } }, { a: 'stdio', b: 'stdio' }],
    ['a duplicate name', { servers: { a: { command: 'npx' } }, mcpServers: { a: { url: 'https://a.example' } } }, { a: 'stdio' }],
    ['transport', { mcpServers: { a: { transport: 'sse', url: 'https://a.example' } } }, { a: 'sse' }],
    ['streamable-http', { mcpServers: { a: { type: 'streamable-http', url: 'https://a.example' } } }, { a: 'http' }],
    ['streamable_http', { mcpServers: { a: { type: 'streamable_http', url: 'https://a.example' } } }, { a: 'http' }],
    ['an unknown type', { servers: { a: { type: 'carrier-pigeon', url: 'https://a.example' } } }, { a: 'carrier-pigeon' }],
    ['a server without a command or URL', { servers: { a: {} } }, { a: undefined }],
    ['null', { servers: null, inputs: null }, {}],
  ];
  for (const [what, file, expected] of files)
    it(`reads ${what}`, () => {
      assert.deepEqual(servers(file), expected);
      assert.deepEqual(readMcpFile(file).damaged, []);
    });

  it('skips only the damaged parts, and names them', () => {
    const { entries, inputs, damaged } = readMcpFile({
      servers: {
        text: 'npx',
        args: { command: 'npx', args: 'one two' },
        env: { command: 'npx', env: { A: {} } },
        headers: { url: 'https://h.example', headers: ['a'] },
        url: { url: 7 },
        good: { command: 'npx', args: ['a'], env: { N: 1, B: true, GONE: null } },
      },
      mcpServers: [],
      'mcp.inputs': {},
      inputs: [
        { type: 'promptString', id: 'ok' },
        { type: 'promptString' },
        'x',
        { type: 'guess', id: 'y' },
        { type: 'promptString', id: '' },
      ],
    });
    assert.deepEqual(damaged, [
      'servers.text',
      'mcpServers',
      'inputs[1]',
      'inputs[2]',
      'inputs[3]',
      'inputs[4]',
      'mcp.inputs',
    ]);
    assert.deepEqual(
      entries.map(({ name, damaged: members }) => [name, members]),
      [
        ['args', ['args']],
        ['env', ['env']],
        ['headers', ['headers']],
        ['url', ['url']],
        ['good', []],
      ],
    );
    assert.deepEqual(entries.at(-1)?.env, { N: '1', B: 'true' });
    assert.deepEqual([...inputs.keys()], ['ok']);
  });

  for (const file of [undefined, null, 3, 'text', []])
    it(`reports ${JSON.stringify(file)} as completely damaged`, () =>
      assert.deepEqual(readMcpFile(file), { entries: [], inputs: new Map(), damaged: [''] }));

  it('reads the inputs', () => {
    const { inputs } = readMcpFile({
      // prettier-ignore
      inputs: [
        { type: 'promptString', id: 'token', description: 'A token', password: true, default: 'd' },
        { type: 'pickString', id: 'stage', options: ['dev', { label: 'Production', value: 'prod' }, { label: '', value: 'test' }, { label: 'x' }, 4], default: 'dev' },
        { type: 'pickString', id: 'none', options: [] },
        { type: 'command', id: 'run', command: 'some.command' },
        { type: 'promptString', id: 'token', description: 'Again' },
      ],
    });
    assert.deepEqual(
      [...inputs.values()],
      [
        { kind: 'text', id: 'token', description: 'A token', byDefault: 'd', password: true },
        {
          kind: 'choice',
          id: 'stage',
          description: '',
          byDefault: 'dev',
          options: [
            { label: 'dev', value: 'dev' },
            { label: 'Production', value: 'prod' },
            { label: 'test', value: 'test' },
          ],
        },
        { kind: 'command', id: 'run' },
      ],
    );
  });

  it('copes with any JSON', () => fc.assert(fc.property(fc.json(), (text) => void readMcpFile(JSON.parse(text)))));
});
