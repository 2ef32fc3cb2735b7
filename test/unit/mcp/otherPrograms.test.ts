import assert from 'node:assert/strict';
import { readMcpFile } from '../../../src/mcp/mcpFile';
import { isLoss, type McpLimitation } from '../../../src/mcp/mcpProblems';
import { candidatesOf } from './candidates';

/** A server in short: how it's sent, why it isn't, what is asked for it, and what it loses. */
function outline(file: unknown): Record<string, string> {
  return Object.fromEntries(
    candidatesOf(file).map(({ name, server, blockers, questions, limitations }) => {
      const asked = questions.map((question) =>
        question.kind === 'env'
          ? `asks ${question.name}${question.byDefault && ` (${question.byDefault})`}`
          : `asks ${question.key}`,
      );
      const parts = [
        server?.kind ?? 'none',
        ...blockers.map((blocker) =>
          blocker.kind === 'machineVariable' ? `no ${blocker.variable}` : `no: ${blocker.kind}`,
        ),
        ...asked,
        ...limitations.filter(isLoss).map(lost),
      ];
      return [name, parts.join(', ')];
    }),
  );
}

function lost(limitation: McpLimitation): string {
  return 'names' in limitation ? `without ${limitation.names.join(' ')}` : limitation.kind;
}

/** As VS Code's documentation and that of Claude's plugins list them. */
const ofMachine = `
  userHome workspaceFolder workspaceFolderBasename workspaceRoot cwd pathSeparator execPath file fileBasename
  fileBasenameNoExtension fileDirname fileDirnameBasename fileExtname fileWorkspaceFolder fileWorkspaceFolderBasename
  relativeFile relativeFileDirname lineNumber columnNumber selectedText defaultBuildTask extensionPath __dirname
  CLAUDE_PLUGIN_ROOT CLAUDE_PLUGIN_DATA CLAUDE_PROJECT_DIR CLAUDE_SKILL_DIR`
  .match(/\w+/g)!
  .map((name) => `\${${name}}`);

/** As people have them, by what is special about them. */
// prettier-ignore
const files: readonly (readonly [
  what: string,
  file: object,
  servers: Readonly<Record<string, string>>,
  damaged?: readonly string[],
])[] = [
  [
    "Copilot's own word for stdio, and all tools",
    { mcpServers: { files: { type: 'local', command: 'uvx', args: ['file-server'], tools: ['*'] } } },
    { files: 'stdio' },
  ],
  [
    'Copilot with some tools, and empty headers',
    {
      mcpServers: {
        wiki: { headers: {}, tools: '*', note: '', type: 'sse', url: 'https://wiki.example/sse' },
        forge: { headers: {}, tools: ['get_issue', 'list_tags'], type: 'http', url: 'https://forge.example/mcp' },
        none: { type: 'local', command: 'npx', args: ['none'], tools: [] },
      },
    },
    { wiki: 'sse', forge: 'http, without tools', none: 'stdio, without tools' },
  ],
  [
    "a plugin that runs from Claude's folder of it",
    {
      mcpServers: {
        build: { command: 'uv', args: ['run', '--project', '${CLAUDE_PLUGIN_ROOT}'], cwd: '${CLAUDE_PLUGIN_ROOT}' },
        log: { command: 'node', args: ['log.js'], env: { DATA: '${CLAUDE_PLUGIN_DATA:-.}/log' } },
        root: { command: 'node', args: ['${env:CLAUDE_PROJECT_DIR}/a.js'] },
      },
    },
    { build: 'stdio, no ${CLAUDE_PLUGIN_ROOT}, without cwd', log: 'stdio, no ${CLAUDE_PLUGIN_DATA:-.}', root: 'stdio, no ${env:CLAUDE_PROJECT_DIR}' },
  ],
  [
    'a plugin without a wrapper',
    {
      $schema: 'https://json.example/mcp.json',
      docs: { command: 'npx', args: ['-y', 'docs-server'], env: { DOCS_TOKEN: '${DOCS_TOKEN}' } },
      search: { type: 'http', url: 'https://search.example/mcp' },
      version: 2,
    },
    { docs: 'stdio, asks DOCS_TOKEN', search: 'http' },
    ['version'],
  ],
  [
    "VS Code's settings",
    {
      'editor.tabSize': 2,
      mcp: {
        inputs: [{ type: 'promptString', id: 'key' }],
        servers: { docs: { url: 'https://docs.example', headers: { Authorization: 'Bearer ${input:key}' } } },
      },
    },
    { docs: 'http, asks input:key' },
  ],
  [
    "VS Code's settings with dots",
    { 'mcp.servers': { docs: { command: 'docs', args: ['${input:key}'] } }, 'mcp.inputs': [{ id: 'key', type: 'promptString' }] },
    { docs: 'stdio, asks input:key' },
  ],
  [
    'values by default',
    { mcpServers: { a: { command: 'node', env: { FILE: '${AGENT_FILE:-agent}', model: '${agent_model:-auto}', IDLE: '0' } } } },
    { a: 'stdio, asks AGENT_FILE (agent), asks agent_model (auto)' },
  ],
  [
    'variables in small letters',
    { mcpServers: { a: { command: 'a', env: { T: '${api_token} ${apiKey}' } } } },
    { a: 'stdio, asks api_token, asks apiKey' },
  ],
  [
    "variables in small letters that VS Code doesn't know",
    { servers: { a: { command: 'sh', args: ['-c', 'echo ${api_token}', '${workspaceFolder}'] } } },
    { a: 'stdio, no ${workspaceFolder}' },
  ],
  [
    'variables of this machine',
    { mcpServers: { a: { command: 'a', args: ofMachine } } },
    { a: ['stdio', ...ofMachine.map((variable) => `no ${variable}`)].join(', ') },
  ],
  [
    "Gemini's URL, among other settings",
    {
      theme: 'dark',
      mcpServers: { a: { httpUrl: 'https://a.example/mcp', timeout: 60_000, trust: true, excludeTools: [] } },
    },
    { a: 'http, without timeout trust' },
  ],
  ["a plugin of Gemini's", { a: { httpUrl: 'https://a.example/mcp' } }, { a: 'http' }],
  ['an editor that has just made it', { servers: {}, inputs: [] }, {}],
  ['nothing but its schema', { $schema: 'https://json.example/mcp.json', inputs: [] }, {}],
  ['a list instead of names', { mcp: { servers: [{ name: 'a', url: 'https://a.example' }] } }, {}, ['mcp.servers']],
  ['a program that has no list of servers', { mcp: { files: { type: 'local', command: ['files'] } } }, {}, ['']],
  ['other settings', { theme: 'dark', editor: { tabSize: 2 } }, {}, ['']],
];

describe("an MCP file of another program's", () => {
  for (const [what, file, servers, damaged = []] of files)
    it(`is read: ${what}`, () => {
      assert.deepEqual(outline(file), servers);
      assert.deepEqual(readMcpFile(file).damaged, damaged);
    });
});
