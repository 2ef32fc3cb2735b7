import assert from 'node:assert/strict';
import type { McpCandidate } from '../../src/mcp/common/mcpCandidate';
import type { McpChange } from '../../src/mcp/common/mcpParts';
import type { FoundMcpServer } from '../../src/mcp/common/mcpServers';
import { mcpChangeMessage, mcpReceiptMessage } from '../../src/mcp/vscode/mcpMessages';
import { mergedMcpWords } from '../../src/start/vscode/sheet/mergeSavedMcp';
import { candidatesOf } from '../unit/mcp/candidates';

const file = {
  inputs: [{ type: 'promptString', id: 'token' }],
  servers: {
    quiet: { command: 'npx' },
    issues: {
      command: 'docker',
      env: { TOKEN: '${input:token}', ACCOUNT: '${env:MY_ENV}' },
      envFile: '.vscode/mcp.env',
    },
    docs: { url: 'https://docs.example.com/mcp', headers: { Authorization: 'Bearer ${env:KEY}' } },
  },
};

describe('The row of an MCP server', () => {
  const [quiet, issues, docs] = candidatesOf(file, { path: '.vscode/mcp.env', variables: { A: '1', B: '2' } }) as [
    McpCandidate,
    McpCandidate,
    McpCandidate,
  ];

  it('says what the server receives and where that goes', () => {
    assert.deepEqual([quiet, issues, docs].map(mcpReceiptMessage), [
      undefined,
      'docker receives input token, variable MY_ENV, variable A from .vscode/mcp.env, variable B from .vscode/mcp.env',
      'docs.example.com receives variable KEY',
    ]);
  });

  const found = (changed: boolean, changes: readonly McpChange[] = []): FoundMcpServer => ({
    ...{ file: 'f', candidate: issues, ticked: !changed },
    ...{ changed, changes },
  });

  it('says what has changed', () => {
    const changes: readonly McpChange[] = [
      { kind: 'changed', part: 'env.API_URL', leadsTo: 'https://evil.example' },
      { kind: 'changed', part: 'args' },
      { kind: 'added', part: 'cwd' },
      { kind: 'removed', part: 'env.MODE' },
    ];
    assert.equal(
      mcpChangeMessage(found(true, changes)),
      'Changed since you selected it: env.API_URL (now https://evil.example), args, cwd (new), env.MODE (removed)',
    );
    assert.equal(mcpChangeMessage(found(true)), 'Its definition when you selected it is unknown');
    assert.equal(mcpChangeMessage(found(false)), undefined);
  });
});

describe('Saved MCP servers sent with those of the request', () => {
  it('are described if they differ from what the service has saved', () => {
    assert.equal(mergedMcpWords({ leftOut: 0, without: [], completed: [] }), '');
    assert.equal(
      mergedMcpWords({
        leftOut: 2,
        without: [
          { server: 'docs.example.com', members: ['timeout'] },
          { server: 'git', members: ['cwd', 'envFile'] },
        ],
        completed: ['issues.example.com'],
      }),
      "Saved MCP servers not sent because they couldn't be read as the service returned them: 2. These saved MCP servers are sent without settings that a request can't include: docs.example.com (timeout), git (cwd, envFile). These MCP servers are sent with the key or variables the service has saved for them: issues.example.com",
    );
  });
});
