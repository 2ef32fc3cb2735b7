import assert from 'node:assert/strict';
import { privateTextsOf, secretsOf } from '../../../src/client/maskSettings';
import {
  type FoundMcpServer,
  type McpSelection,
  selectedServers,
  type SelectedServers,
} from '../../../src/mcp/mcpSelection';
import { redacted } from '../../../src/base/redactor';
import type { McpConfig } from '../../../src/client/records';
import { candidatesOf } from './candidates';
import { redactorOf } from '../../support/redactorOf';

const file = {
  servers: {
    fetch: { command: 'npx', args: ['fetch'], disabled: true },
    local: { url: 'http://localhost:1234/mcp', headers: { 'X-Toolsets': 'all' } },
    tools: { command: 'uvx', cwd: 'tools', env: { A: 'secret' } },
    asks: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${input:key}' } },
    idle: { url: 'http://localhost:1' },
    edited: { url: 'http://localhost:2' },
  },
  inputs: [{ id: 'key', type: 'promptString' }],
};

function ticked(answers: Readonly<Record<string, string>> = {}, seen: McpConfig[] = []): Promise<SelectedServers> {
  const servers = candidatesOf(file).map((candidate): FoundMcpServer => ({
    file: 'f',
    candidate,
    selected: !['idle', 'edited'].includes(candidate.name),
    changed: candidate.name === 'edited',
  }));
  const mcp: McpSelection = {
    hasSelected: true,
    find: () =>
      Promise.resolve({ files: [{ id: 'f', path: 'f', origin: 'workspace', damaged: [], servers }], gone: [] }),
    answers: { of: () => Promise.resolve(new Map(Object.entries(answers))) },
    protect: (config) => seen.push(config),
  };
  return selectedServers(mcp);
}

describe('the selected MCP servers', () => {
  it('are sent if everything is known, and the others wait', async () => {
    const { names, waiting } = await ticked();
    assert.deepEqual({ names, waiting }, { names: ['fetch', 'local', 'tools'], waiting: ['asks', 'edited'] });
  });

  it('name what each of them will lack, except what is true of most, or wanted', async () => {
    assert.deepEqual((await ticked({ 'input:key': 'k' })).limitations, [
      { server: 'local', limitations: [{ kind: 'loopback' }, { kind: 'headers', names: ['X-Toolsets'] }] },
      { server: 'tools', limitations: [{ kind: 'members', names: ['cwd'] }] },
    ]);
  });

  it('are protected with all secrets in them', async () => {
    const seen: McpConfig[] = [];
    await ticked({ 'input:key': 'answer' }, seen);
    assert.deepEqual(seen.flatMap(secretsOf), ['secret', 'answer']);
  });
});

describe('the secrets in an mcp_config', () => {
  it('are empty without one', () => assert.deepEqual(secretsOf(undefined), []));

  it('include every key and every value of a variable', () => {
    const secrets = secretsOf({
      sse_servers: [{ url: 'https://a.example', api_key: '1' }, { url: 'https://b.example' }],
      shttp_servers: [{ url: 'https://c.example', api_key: '2' }],
      stdio_servers: [{ name: 'a', command: 'b', args: ['c'], env: { D: '3', E: '4' } }],
    });
    assert.deepEqual([...secrets].sort(), ['1', '2', '3', '4']);
  });

  const stdio = (...args: readonly string[]): McpConfig => ({ stdio_servers: [{ name: 'a', command: 'npx', args }] });
  const address = (url: string): McpConfig => ({ shttp_servers: [{ url }] });
  /** Masked values, and the parts of them that may be repeated alone. */
  const hidden: readonly (readonly [McpConfig, ...string[]])[] = [
    [stdio('Authorization: Bearer hush-hush'), 'Bearer hush-hush', 'hush-hush'],
    [stdio('export A=hush-hush; run'), 'export A=hush-hush; run', 'hush-hush'],
    [stdio('{"password":"hush"}'), 'hush'],
    [stdio('postgres://ada:hush@db.example/x'), 'ada:hush', 'hush'],
    [stdio('postgres://ada:5hush@db.example/x'), 'ada:5hush', '5hush'],
    [stdio('--url=https://a.example/?code=hush-hush'), 'code=hush-hush', 'hush-hush'],
    [address('https://hush@a.example/mcp'), 'hush'],
    [address('https://ada:hu%2Fsh@a.example/mcp'), 'ada:hu%2Fsh', 'hu%2Fsh', 'hu/sh'],
    [address('https://ada:hu/sh@a.example/mcp'), 'ada:hu/sh', 'hu/sh'],
    [address('https://a.example/mcp?key=hush&mode=full'), 'key=hush&mode=full', 'hush'],
    [address('https://a.example/s/abcdef0123456789abcdef/mcp'), 'abcdef0123456789abcdef'],
  ];
  for (const [config, ...expected] of hidden)
    it(`include what is masked in ${JSON.stringify(Object.values(config))}`, () => {
      const secrets = secretsOf(config);
      for (const each of expected) assert.ok(secrets.includes(each), `${each} is not among ${secrets.join(', ')}`);
      assert.equal(redactorOf(...secrets).withhold(JSON.stringify(config)), redacted);
    });

  it('include no displayed words', () => {
    assert.deepEqual(secretsOf({ ...stdio('-y', 'serve', '--port=3000'), ...address('https://a.example:1/mcp') }), []);
    assert.deepEqual(secretsOf(address('https://a.example/mcp?mode=full')), ['mode=full']);
    assert.deepEqual(secretsOf(stdio('-e', 'DATABASE=db:5432')), ['db:5432']);
  });
});

describe('the parts of an mcp_config that only the service may see', () => {
  it("are the user's arguments and URLs, except for hosts and everyday words", () => {
    const args = ['--', 'serve', 'an-argument here', 'x=y'];
    const texts = privateTextsOf({
      stdio_servers: [{ name: 'a-name-of-a-server', command: 'command', args }],
      sse_servers: [{ url: 'https://long.host.example:8443/sse/a-long-path' }],
    });
    assert.deepEqual(texts, ['y', 'an-argument here', 'an-argument', 'a-long-path']);
  });
});
