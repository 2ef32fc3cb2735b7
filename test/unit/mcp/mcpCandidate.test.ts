import assert from 'node:assert/strict';
import type { McpBlocker, McpLimitation } from '../../../src/mcp/mcpProblems';
import { resolveCandidate } from '../../../src/mcp/mcpCandidate';
import { mcpOutline } from '../../../src/mcp/candidateSummary';
import { candidatesOf } from './candidates';

const inputs = [
  { type: 'promptString', id: 'token', password: true },
  { type: 'command', id: 'run', command: 'some.command' },
];

function candidate(server: object, name = 'a') {
  const [found] = candidatesOf({ servers: { [name]: server }, inputs });
  return found!;
}

/** URLs that other programs, or people, read with a different host than `URL` does. */
// prettier-ignore
const unclear = [
  'https://api.good.example\\@evil.example/mcp', 'https://api.good.example@evil.example/mcp',
  'https://@evil.example/mcp', 'https://user:password@a.example/mcp', 'https://a.example\\mcp',
  'https://a.example/m\tcp', 'https://a.example/a b', 'wss://a\u200b.example/mcp', 'https://a.example/\u202epcm',
];

// prettier-ignore
const invalid = [
  'unix:///run/mcp.sock', 'pipe:///pipe/mcp', 'ftp://a.example', 'https://', 'https:///mcp', 'a.example/mcp',
  'https://[::1/mcp',
];

describe('mcpCandidate', () => {
  // prettier-ignore
  const blocked: readonly (readonly [server: object, blockers: readonly McpBlocker[]])[] = [
    [{}, [{ kind: 'empty' }]],
    [{ type: 'websocket', url: 'wss://a.example' }, [{ kind: 'unknownType', type: 'websocket' }]],
    [{ command: 'npx', args: 'a b' }, [{ kind: 'damaged', member: 'args' }]],
    [{ type: 'stdio', command: '  ' }, [{ kind: 'empty' }]],
    [{ command: 'npx -y thing' }, [{ kind: 'commandWithSpaces' }]],
    [{ type: 'http' }, [{ kind: 'badUrl' }]],
    ...invalid.map((url) => [{ url }, [{ kind: 'badUrl' }]] as const),
    ...unclear.map((url) => [{ url }, [{ kind: 'unclearUrl' }]] as const),
    [{ url: 'https://${input:token}@a.example' }, [{ kind: 'unclearUrl' }]],
    [{ command: '${workspaceFolder}/run' }, [{ kind: 'machineVariable', variable: '${workspaceFolder}' }]],
    [
      { command: 'npx', args: ['${workspaceFolder}', '${userHome}/x', '${workspaceFolder}'] },
      [{ kind: 'machineVariable', variable: '${workspaceFolder}' }, { kind: 'machineVariable', variable: '${userHome}' }],
    ],
    [{ command: 'npx', env: { A: '${config:editor.tabSize}' } }, [{ kind: 'machineVariable', variable: '${config:editor.tabSize}' }]],
    [{ command: 'npx', args: ['${myinput:token}'] }, [{ kind: 'machineVariable', variable: '${myinput:token}' }]],
    [{ command: 'npx', args: ['${input:run}'] }, [{ kind: 'commandInput', id: 'run' }]],
    [{ command: 'npx', args: ['${input:other}'] }, [{ kind: 'unknownInput', id: 'other' }]],
  ];
  for (const [server, blockers] of blocked)
    it(`blocks ${JSON.stringify(server)}`, () =>
      assert.deepEqual(resolveCandidate(candidate(server), new Map()), { kind: 'blocked', blockers }));

  const able: readonly object[] = [
    { command: 'npx' },
    { command: '${input:token}' },
    { url: '${input:token}' },
    { url: 'https://${input:token}/mcp' },
    { url: 'https://a.example:${input:token}/mcp' },
    { type: 'sse', url: 'ws://a.example' },
    // Left to a shell: VS Code has no such variable.
    { command: 'sh', args: ['-c', 'echo ${HOME} $USER'] },
    // Members that aren't sent don't prevent a server from being sent.
    { command: 'npx', cwd: '${workspaceFolder}' },
    { url: 'https://a.example', headers: { 'X-Root': '${workspaceFolder}' } },
  ];
  for (const server of able)
    it(`lets ${JSON.stringify(server)} be sent`, () => assert.deepEqual(candidate(server).blockers, []));

  for (const url of unclear)
    it(`doesn't send ${JSON.stringify(url)} if it results from an answer`, () => {
      for (const [template, answer] of [
        ['${input:token}', url],
        ['https://${input:token}', url.replace('https://', '')],
        ['${input:token}/mcp', url],
      ] as const) {
        const resolution = resolveCandidate(candidate({ url: template }), new Map([['input:token', answer]]));
        assert.equal(resolution.kind, 'blocked', template);
      }
    });

  it('sends a URL with an at sign in its path', () => {
    const resolution = resolveCandidate(candidate({ url: 'https://a.example/@scope/mcp?a=b@c' }), new Map());
    assert.equal(resolution.kind, 'resolved');
  });

  // prettier-ignore
  const lossy: readonly (readonly [server: object, limitations: readonly McpLimitation[], name?: string])[] = [
    [{ url: 'https://a.example' }, []],
    [{ url: 'https://a.example', headers: { Authorization: 'Bearer x' } }, []],
    [
      { url: 'https://a.example', headers: { Authorization: 'Basic x', 'Authorization-2': 'Bearer x' } },
      [{ kind: 'headers', names: ['Authorization', 'Authorization-2'] }],
    ],
    [{ url: 'https://a.example', headers: { authorization: 'bearer  x', 'X-API-Key': 'k', Accept: 'text' } }, [{ kind: 'headers', names: ['X-API-Key', 'Accept'] }]],
    [{ url: 'http://localhost:3001/mcp' }, [{ kind: 'loopback' }]],
    [{ url: 'http://[::1]:8/mcp' }, [{ kind: 'loopback' }]],
    [{ url: 'http://localhost:${input:port}/mcp' }, [{ kind: 'loopback' }]],
    [{ url: 'http://${input:host}:3001/mcp' }, []],
    [{ url: 'https://localhost.example.com/mcp' }, []],
    [{ command: 'npx' }, [{ kind: 'command', command: 'npx' }]],
    [
      { command: 'npx', cwd: '/x', dev: { watch: '**' }, sandboxEnabled: true, gallery: true, version: '1', description: 'x', icon: 'x', name: 'x' },
      [{ kind: 'command', command: 'npx' }, { kind: 'members', names: ['cwd', 'dev', 'sandboxEnabled'] }],
    ],
    [{ command: 'npx' }, [{ kind: 'renamed', to: 'my-server' }, { kind: 'command', command: 'npx' }], 'my server'],
    [{ command: 'npx' }, [{ kind: 'renamed', to: 'server' }, { kind: 'command', command: 'npx' }], '日本'],
    [{ command: 'npx' }, [{ kind: 'renamed', to: 'a' }, { kind: 'command', command: 'npx' }], '- a'],
    [{ command: 'npx' }, [{ kind: 'command', command: 'npx' }], '-a-'],
    [{ command: 'npx', disabled: true }, [{ kind: 'command', command: 'npx' }, { kind: 'disabled' }]],
    [{ url: 'https://a.example', envFile: '.env' }, [{ kind: 'members', names: ['envFile'] }]],
  ];
  for (const [server, limitations, name] of lossy)
    it(`lists the limitations of ${JSON.stringify(server)}${name ? ` as ${name}` : ''}`, () =>
      assert.deepEqual(candidate(server, name).limitations, limitations));

  it("says that an envFile can't be read", () => {
    const file = { servers: { a: { command: 'npx', envFile: '.env' } } };
    const [found] = candidatesOf(file, { path: '.env', variables: undefined });
    assert.deepEqual(found?.limitations.at(-1), { kind: 'envFileUnreadable', path: '.env' });
    assert.deepEqual(found.questions, []);
  });

  it('asks once for values that are sent, and not for others', () => {
    const a = {
      command: 'npx',
      args: ['${input:token}', '${input:token}'],
      env: { A: '${env:HOME_TOKEN}', B: 'x-${env:HOME_TOKEN}' },
      envFile: '.env',
      cwd: '${input:unasked}',
    };
    const file = { servers: { a }, inputs: [...inputs, { type: 'promptString', id: 'unasked' }] };
    const [found] = candidatesOf(file, { path: '.env', variables: { TWO: '2', ONE: '1' } });
    const keys = found?.questions.map(({ key }) => key);
    assert.deepEqual(keys, ['input:token', 'env:HOME_TOKEN', 'envFile:.env']);
    const ofFile = { kind: 'envFile', key: 'envFile:.env', path: '.env', names: ['TWO', 'ONE'] };
    assert.deepEqual(found?.questions.at(-1), ofFile);
  });

  it("takes ${NAME} for an environment variable in other tools' files", () => {
    const [found] = candidatesOf({
      mcpServers: { a: { url: 'https://${HOST:-a.example}/mcp', headers: { Authorization: 'Bearer ${API_KEY}' } } },
    });
    assert.deepEqual(found?.questions, [
      { kind: 'env', key: 'env:HOST', name: 'HOST', byDefault: 'a.example' },
      { kind: 'env', key: 'env:API_KEY', name: 'API_KEY', byDefault: '' },
    ]);
    assert.deepEqual(found.blockers, []);
  });

  describe('has another digest, for which every answer is asked again, when', () => {
    const server = {
      command: 'docker',
      args: ['run', 'issues'],
      env: { TOKEN: '${input:token}', API_URL: 'https://api.example' },
      envFile: 'a.env',
      cwd: 'tools',
    };
    const token = { type: 'promptString', id: 'token', description: 'A token' };
    const variables = { KEY: 'a' };
    const digestOf = (servers: object, { input = token, envFile = variables, list = 'servers' } = {}) => {
      const file = { inputs: [input], [list]: servers };
      return candidatesOf(file, { path: 'a.env', variables: envFile })[0]?.digest;
    };
    const changes: readonly (readonly [what: string, digest: string | undefined])[] = [
      ['its name', digestOf({ b: server })],
      ['its command', digestOf({ a: { ...server, command: 'podman' } })],
      ['what stays here', digestOf({ a: { ...server, cwd: 'evil' } })],
      ['what an input asks for', digestOf({ a: server }, { input: { ...token, description: 'Another token' } })],
      ['its envFile', digestOf({ a: server }, { envFile: { KEY: 'b' } })],
      ['the program whose file it is in', digestOf({ a: server }, { list: 'mcpServers' })],
    ];
    const before = digestOf({ a: server });
    for (const [what, digest] of changes)
      it(`${what} has changed`, () => {
        assert.ok(digest);
        assert.notEqual(digest, before);
      });

    it('nothing else of its file does that', () =>
      assert.equal(digestOf({ a: server, b: { command: 'npx' } }), before));
  });

  it('is summarized in one line without secrets', () => {
    const args = ['run', '-e', 'TOKEN=outline-secret-1', '--api-key', 'outline-secret-2', 'image'];
    const url = 'https://user:outline-secret@a.example/mcp?key=outline-secret';
    const outlines = [{ command: 'docker', args }, { url }, {}].map((server) => mcpOutline(candidate(server).server));
    const docker = 'docker run -e TOKEN=•••••••• --api-key •••••••• image';
    assert.deepEqual(outlines, [docker, 'https://a.example/mcp?••••••••', '']);
  });
});
