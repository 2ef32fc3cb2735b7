import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { secretVariable } from './leftWindow';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const typedKey = marked('typed-key');
const typedToken = marked('typed-token');

const mcpFile = `{
  // Comments and trailing commas are fine here.
  "inputs": [
    { "type": "promptString", "id": "search-key", "description": "Key of the search", "password": true },
    { "type": "promptString", "id": "token", "description": "Token for the issues", "password": true },
  ],
  "servers": {
    "search": {
      "type": "stdio", "command": "npx", "args": ["-y", "search-server"],
      "env": { "SEARCH_KEY": "\${input:search-key}", "SEARCH_ACCOUNT": "\${env:${secretVariable.name}}" }, "cwd": "tools",
    },
    "issues": {
      "type": "http", "url": "https://issues.example.com/mcp",
      "headers": { "Authorization": "Bearer \${input:token}", "X-Toolsets": "all" },
    },
    "feed": { "type": "sse", "url": "http://localhost:8931/sse" },
    "build": { "command": "\${workspaceFolder}/tools/build-server" },
  },
}`;

const sent = {
  sse_servers: [{ url: 'http://localhost:8931/sse' }],
  stdio_servers: [
    {
      name: 'search',
      command: 'npx',
      args: ['-y', 'search-server'],
      env: { SEARCH_KEY: typedKey, SEARCH_ACCOUNT: secretVariable.value },
    },
  ],
  shttp_servers: [{ url: 'https://issues.example.com/mcp', api_key: typedToken }],
};

/** Goes to a row of a list of checkboxes with the arrow keys, and selects or clears it. */
async function toggle({ page, patience, quickInput }: Workbench, label: string): Promise<void> {
  const focused = async () => (await quickInput.rows()).find((row) => row.focused)?.label;
  let at = await focused();
  while (at !== label) {
    await page.keyboard.press('ArrowDown');
    const before = at;
    // A key pressed before VS Code shows the effect of the last one would go past the row.
    at = await patience.until('the next row to be focused', focused, (now) => now !== before);
  }
  await page.keyboard.press('Space');
}

// One story, told in order: each step depends on the one before.
describe('The list of MCP servers on the review sheet', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const arrange = async (_: Service, { folder }: Workbench) => {
    await mkdir(path.join(folder!, '.vscode'));
    await writeFile(path.join(folder!, '.vscode', 'mcp.json'), mcpFile);
  };

  sheetBench({ arrange, isStory: true, isGuest: 'last' }, (bench) => ({ service, workbench, sheet } = bench));

  it("shows every server with what becomes of it, and those that can't be sent", async () => {
    await sheet.open();
    await workbench.quickInput.type('Use the servers');
    await sheet.waitForNoRow('MCP servers');
    await sheet.add('MCP servers');
    await workbench.quickInput.waitForTitle('MCP Servers');
    await workbench.quickInput.waitForRow('build');
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('mcp-servers-1-list');
    assert.deepEqual(
      rows.map(({ label, description, separator }) => [separator, label, description]),
      [
        ['.vscode/mcp.json', 'search', 'stdio · npx -y search-server'],
        ['', 'issues', 'http · https://issues.example.com/mcp'],
        ['', 'feed', 'sse · http://localhost:8931/sse'],
        ["Can't be sent", 'build', '.vscode/mcp.json'],
      ],
    );
    assert.equal(
      rows[0]?.detail,
      `npx receives input search-key, variable ${secretVariable.name} · Requires "npx" in the agent's environment · Not sent: cwd`,
    );
  });

  it("doesn't select what can't be sent", async () => {
    await toggle(workbench, 'build');
    await workbench.patience.until(
      'no selection',
      () => workbench.quickInput.rows(),
      (rows) => rows.every(({ checked }) => checked !== true),
    );
  });

  it("asks for what the selected ones need, hidden while it's typed", async () => {
    for (const name of ['search', 'issues', 'feed']) await toggle(workbench, name);
    const selected = async () => (await workbench.quickInput.rows()).filter(({ checked }) => checked === true).length;
    await workbench.patience.until('three servers to be selected', selected, (count) => count === 3);
    await workbench.screenshot('mcp-servers-2-ticked');
    await workbench.quickInput.accept();

    const key = await workbench.quickInput.waitForTitle('MCP Server search');
    assert.ok(key.password && key.message.startsWith('Key of the search'), key.message);
    await workbench.quickInput.fill(typedKey);
    await workbench.screenshot('mcp-servers-3-input');
    await workbench.quickInput.accept();

    const account = await workbench.quickInput.waitForMessage(`Environment variable ${secretVariable.name}`);
    assert.ok(account.password);
    assert.equal(
      account.value,
      secretVariable.value,
      'filled in from the environment, and sent only when it is accepted',
    );
    await workbench.quickInput.accept();

    const token = await workbench.quickInput.waitForTitle('MCP Server issues');
    assert.ok(token.password && token.message.startsWith('Token for the issues'), token.message);
    await workbench.quickInput.fill(typedToken);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('MCP servers: 3 · search, issues, feed');
    await sheet.waitForRow('These MCP servers replace');
    await sheet.waitForRow('search: Not sent: cwd');
    await sheet.waitForRow('issues: Headers not sent: X-Toolsets');
    await sheet.waitForRow("feed: The URL points to the agent's machine, not to this one");
    await workbench.screenshot('mcp-servers-4-sheet');
  });

  it('sends exactly what was selected', async () => {
    await sheet.start();
    const request = await service.waitForRequest('startConversation');
    assert.deepEqual((request.body as Record<string, unknown>)['mcp_config'], sent);
    await workbench.notifications.waitFor(/^Conversation started/);
  });
});
