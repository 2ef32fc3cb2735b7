import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import type { Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const typedKey = marked('typed-key');
const typedToken = marked('typed-token');
const ofEnvironment = marked('environment');

const mcpFile = `{
  // Comments and trailing commas are fine here.
  "inputs": [
    { "type": "promptString", "id": "search-key", "description": "Key of the search", "password": true },
    { "type": "promptString", "id": "token", "description": "Token for the issues", "password": true },
  ],
  "servers": {
    "search": {
      "type": "stdio", "command": "npx", "args": ["-y", "search-server"],
      "env": { "SEARCH_KEY": "\${input:search-key}", "SEARCH_ACCOUNT": "\${env:MCP_TEST_ACCOUNT}" }, "cwd": "tools",
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
      env: { SEARCH_KEY: typedKey, SEARCH_ACCOUNT: ofEnvironment },
    },
  ],
  shttp_servers: [{ url: 'https://issues.example.com/mcp', api_key: typedToken }],
};

/** Goes to a row of a list of checkboxes with the arrow keys, and selects or clears it. */
async function toggle({ page, patience, quickInput }: Workbench, label: string): Promise<void> {
  await patience.until(
    `the row "${label}" to be focused`,
    async () => {
      const rows = await quickInput.rows();
      if (!rows.some((row) => row.focused && row.label === label)) await page.keyboard.press('ArrowDown');
      return quickInput.rows();
    },
    (rows) => rows.some((row) => row.focused && row.label === label),
  );
  await page.keyboard.press('Space');
}

// One story, told in order: each step depends on the one before.
describe('The list of MCP servers on the review sheet', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  const parent = new TemporaryFolder('mcp');
  const prepare = async (): Promise<WorkbenchOptions> => {
    const { path: folder } = await makeSampleRepository(parent.path);
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(path.join(folder, '.vscode', 'mcp.json'), mcpFile);
    return { folder, env: { MCP_TEST_ACCOUNT: ofEnvironment } };
  };

  sheetBench({ prepare, isStory: true }, (bench) => ({ service, workbench, sheet } = bench));

  after(() => parent.dispose());

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
      rows.map(({ label, description, detail, separator }) => [separator, label, description, detail]),
      [
        [
          '.vscode/mcp.json',
          'search',
          'stdio · npx -y search-server',
          'npx receives input search-key, variable MCP_TEST_ACCOUNT · Requires "npx" in the agent\'s environment · Settings not sent: cwd',
        ],
        [
          '',
          'issues',
          'http · https://issues.example.com/mcp',
          'issues.example.com receives input token · Headers not sent: X-Toolsets',
        ],
        ['', 'feed', 'sse · http://localhost:8931/sse', "Its URL points to the agent's machine, not to this one"],
        ["Can't be sent", 'build', '.vscode/mcp.json', '${workspaceFolder} only works on this machine'],
      ],
    );
  });

  it("doesn't select what can't be sent, and says why", async () => {
    await toggle(workbench, 'build');
    await workbench.patience.until(
      'the reason',
      () => workbench.quickInput.state(),
      (state) => state?.placeholder === 'build: ${workspaceFolder} only works on this machine',
    );
    assert.ok((await workbench.quickInput.rows()).every(({ checked }) => checked !== true));
  });

  it("asks for what the selected ones need, hidden while it's typed", async () => {
    for (const name of ['search', 'issues', 'feed']) await toggle(workbench, name);
    await workbench.screenshot('mcp-servers-2-ticked');
    await workbench.page.keyboard.press('Enter');

    const key = await workbench.quickInput.waitForTitle('MCP Server search');
    assert.ok(key.password && key.message.startsWith('Key of the search'), key.message);
    await workbench.quickInput.fill(typedKey);
    await workbench.screenshot('mcp-servers-3-input');
    await workbench.quickInput.accept();

    const account = await workbench.quickInput.waitForMessage(/environment variable MCP_TEST_ACCOUNT/);
    assert.ok(account.password);
    assert.equal(account.value, ofEnvironment, 'filled in from the environment, and sent only when it is accepted');
    await workbench.quickInput.accept();

    const token = await workbench.quickInput.waitForTitle('MCP Server issues');
    assert.ok(token.password && token.message.startsWith('Token for the issues'), token.message);
    await workbench.quickInput.fill(typedToken);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('MCP servers: 3 · search, issues, feed');
    await sheet.waitForRow('These MCP servers replace');
    await sheet.waitForRow('search: Settings not sent: cwd');
    await sheet.waitForRow('issues: Headers not sent: X-Toolsets');
    await sheet.waitForRow("feed: Its URL points to the agent's machine, not to this one");
    await workbench.screenshot('mcp-servers-4-sheet');
  });

  it('sends exactly what was selected', async () => {
    await sheet.start();
    const request = await service.waitForRequest('startConversation');
    assert.deepEqual((request.body as Record<string, unknown>)['mcp_config'], sent);
    await workbench.notifications.waitFor(/^Conversation started/);
  });

  it('asks nothing the second time', async () => {
    const since = service.requests.length;
    await sheet.open();
    await sheet.waitForRow('MCP servers: 3 · search, issues, feed');
    await workbench.quickInput.type('Once more');
    await workbench.quickInput.accept();
    const request = await service.waitForRequest('startConversation', { since });
    assert.deepEqual((request.body as Record<string, unknown>)['mcp_config'], sent);
  });

  it('sends those that the service has saved, too, when asked to', async () => {
    const since = service.requests.length;
    await sheet.open();
    await workbench.quickInput.type('With the saved ones');
    await sheet.choose('These MCP servers replace');
    await workbench.quickInput.pick('Also Send Saved Servers');
    await sheet.waitForRow('MCP servers: 7 · search, issues, feed · including 4 saved on the service');
    await workbench.screenshot('mcp-servers-5-merged');
    await sheet.start();
    const request = await service.waitForRequest((seen) => seen.operation === 'startConversation', { since });
    assert.deepEqual((request.body as Record<string, unknown>)['mcp_config'], {
      sse_servers: [...sent.sse_servers, { url: 'https://tickets.example.com/sse', api_key: marked('mcp-sse-key') }],
      stdio_servers: [
        ...sent.stdio_servers,
        {
          name: 'fetch',
          command: 'uvx',
          args: ['mcp-server-fetch', '--ignore-robots-txt'],
          env: { FETCH_TOKEN: marked('mcp-env') },
        },
      ],
      shttp_servers: [
        ...sent.shttp_servers,
        { url: 'https://docs.example.com/mcp', api_key: marked('mcp-shttp-key') },
        { url: 'https://open.example.com/mcp' },
      ],
    });
  });

  it("asks again for what was forgotten, and sends nothing until it's answered", async () => {
    const since = service.requests.length;
    await sheet.open();
    await workbench.quickInput.type('Without an answer');
    await sheet.choose('MCP servers: 3');
    await workbench.quickInput.clickButton('Forget Answers');
    await workbench.patience.until(
      'the news that they are forgotten',
      () => workbench.quickInput.state(),
      (state) => state?.placeholder.startsWith('Answers forgotten') === true,
    );
    await workbench.quickInput.escape();
    await sheet.waitForRow('Not sent until answered or reviewed: search, issues');
    await sheet.waitForRow('MCP servers: 1 · feed');
    await sheet.choose('MCP servers: 1');
    await workbench.quickInput.waitForTitle('MCP Servers');
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForTitle('MCP Server search');
    await workbench.quickInput.escape();
    await sheet.waitForRow('MCP servers: 1 · feed');
    await workbench.screenshot('mcp-servers-6-waiting');
    await sheet.choose('Not sent until');
    await workbench.quickInput.waitForTitle('MCP Server search');
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Without an answer');
    await sheet.waitForRow('4 warnings', ({ focused }) => focused);
    await sheet.start();
    const request = await service.waitForRequest('startConversation', { since });
    assert.deepEqual((request.body as Record<string, unknown>)['mcp_config'], { sse_servers: sent.sse_servers });
  });

  it("shows what has changed about a server since it was selected, and doesn't send it", async () => {
    const changed = mcpFile.replace('"-y", "search-server"', '"-y", "other-server"').replace(':8931/sse', ':8932/sse');
    await writeFile(path.join(workbench.folder!, '.vscode', 'mcp.json'), changed);
    await sheet.open();
    await sheet.waitForRow('Not sent until answered or reviewed: search, issues, feed');
    await sheet.add('MCP servers');
    const details = [
      (await workbench.quickInput.waitForRow('search')).detail,
      (await workbench.quickInput.waitForRow('feed')).detail,
    ];
    await workbench.screenshot('mcp-servers-7-changed');
    assert.deepEqual(
      details.map((detail) => detail.split(' · ')[0]),
      ['Changed since you selected it: args', 'Changed since you selected it: url (now http://localhost:8932)'],
    );
    assert.ok((await workbench.quickInput.rows()).every(({ label, checked }) => label !== 'feed' || !checked));
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
  });

  it("names a file that can't be read in the question, and nothing else is lost", async () => {
    await writeFile(path.join(workbench.folder!, '.mcp.json'), '{ "mcpServers": ');
    await sheet.open();
    await sheet.add('MCP servers');
    await workbench.quickInput.waitForTitle('MCP Servers');
    const row = await workbench.quickInput.waitForRow('.mcp.json');
    await workbench.quickInput.waitForRow('issues');
    await workbench.screenshot('mcp-servers-8-no-json');
    assert.deepEqual([row.icon, row.detail], ['warning', "The file isn't valid JSON"]);
  });

  // The workbench searches the log when it's disposed of, too.
  it('says nothing about the secrets in the log', async () => {
    await sheet.close();
    await workbench.runCommand('Agent: Show Log');
    await workbench.editor.waitForOutput(/Conversation started/);
  });
});
