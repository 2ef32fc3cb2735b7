import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { agreementTo } from '../../src/mcp/mcpCandidate';
import { type FoundMcpServer, type McpInventory, selectedServers } from '../../src/mcp/mcpSelection';
import { Redactor } from '../../src/base/redactor';
import { pickMcpServers } from '../../src/mcp/vscode/mcpPick';
import { askAboutMcp } from '../../src/mcp/vscode/mcpQuestions';
import type { WorkspaceMcpServers } from '../../src/mcp/vscode/workspaceMcpServers';
import { mcpField } from '../../src/start/vscode/fields/mcpField';
import type { SheetPorts } from '../../src/start/vscode/sheet/sheetState';
import { findInFiles } from '../support/findInFiles';
import { DrivenWindow } from '../support/drivenWindow';
import { McpWorkspace } from '../support/mcpWorkspace';
import { pressEnter } from '../support/openSheets';
import { replaced } from '../support/replaced';

const vscodeFile = `{
  // The team's servers.
  "inputs": [{ "type": "promptString", "id": "token", "description": "A token", "password": true }],
  "servers": {
    "github": { "type": "http", "url": "https://mcp.example.com/", "headers": { "Authorization": "Bearer \${input:token}" } },
    "fetch": { "command": "uvx", "args": ["fetch"], "envFile": "\${workspaceFolder}/.vscode/mcp.env" },
    "here": { "command": "\${workspaceFolder}/run", },
  },
}`;

describe('MCP servers of a workspace', () => {
  const mcpFiles = McpWorkspace.use();
  const open = () => mcpFiles.open();
  const write = (file: string, text: string) => mcpFiles.write(file, text);
  const ofUser = () => path.join(mcpFiles.kept, 'User', 'mcp.json');
  const mine = '{ "servers": { "mine": { "command": "npx" } } }';

  /** Opens a window in which this server alone is selected. */
  async function selecting(name: string) {
    const mcp = open();
    const [server = assert.fail(name)] = named(await mcp.find(), name);
    await mcp.select([server]);
    return { mcp, server };
  }

  function named(inventory: McpInventory, ...names: readonly string[]): readonly FoundMcpServer[] {
    const servers = inventory.files.flatMap((file) => file.servers);
    return names.map((name) => servers.find(({ candidate }) => candidate.name === name)!);
  }

  const answer = (mcp: WorkspaceMcpServers, server: FoundMcpServer, key: string, value: string) =>
    mcp.answers.set(server, key, value);

  const namesByFile = ({ files }: McpInventory) =>
    Object.fromEntries(files.map(({ path: file, servers }) => [file, servers.map(({ candidate }) => candidate.name)]));

  beforeEach(async () => {
    await write('.vscode/mcp.json', vscodeFile);
    await write('.vscode/mcp.env', '# Two of them\nFETCH_KEY=envfile-secret-71\nFETCH_MODE="fast one"\n');
  });

  it('are found in the files of the workspace and of the user', async () => {
    await write('.mcp.json', '{ "mcpServers": { "claude": { "command": "npx" } } }');
    await write('.cursor/mcp.json', '{ "mcpServers": { "cursor": { "url": "https://c.example/mcp" } } }');
    await write(ofUser(), mine);
    const shared = path.join(mcpFiles.kept, 'copilot', 'mcp-config.json');
    await write(shared, '{ "mcpServers": { "shared": { "type": "http", "url": "https://s.example/mcp" } } }');
    const inventory = await open().find();
    assert.deepEqual(namesByFile(inventory), {
      '.vscode/mcp.json': ['github', 'fetch', 'here'],
      '.mcp.json': ['claude'],
      '.cursor/mcp.json': ['cursor'],
      [ofUser()]: ['mine'],
      [shared]: ['shared'],
    });
    assert.deepEqual(
      inventory.files.map(({ origin }) => origin),
      ['workspace', 'workspace', 'workspace', 'user', 'user'],
    );
    assert.deepEqual(named(inventory, 'here')[0]?.candidate.blockers, [
      { kind: 'machineVariable', variable: '${workspaceFolder}' },
    ]);
  });

  it('have to be selected again if they change while another file is chosen', async () => {
    using window = new DrivenWindow();
    const { pick: before, result: picked } = await window.shownBy(() => pickMcpServers(open()));
    before.selectedItems = before.items.filter(({ label }) => /github|fetch/.test(label));
    window.replace(vscode.window, {
      showOpenDialog: () => write('.vscode/mcp.json', vscodeFile.replace('"fetch"]', '"other"]')).then(() => undefined),
    });
    const shownAgain = window.next();
    before.press('Select Another File...');
    const { selectedItems } = await shownAgain;
    window.pick?.escape();
    assert.equal(await picked, undefined);
    assert.deepEqual([before.selectedItems.length, selectedItems.map(({ label }) => label)], [2, ['github']]);
  });

  it('are read from files of a workspace only if it is trusted', async () => {
    await write(ofUser(), mine);
    mcpFiles.trusted = false;
    assert.deepEqual(namesByFile(await open().find()), { [ofUser()]: ['mine'] });
  });

  it("are read even if another file can't be read, which is named", async () => {
    await write('.mcp.json', '{ "mcpServers": { "a": { "command": "npx" ');
    await write('.cursor/mcp.json', '{ "mcpServers": { "b": "text", "c": { "command": "npx" } } }');
    const { files } = await open().find();
    const found = files.map(({ path: file, problem, damaged, servers }) => [file, problem, damaged, servers.length]);
    assert.deepEqual(found, [
      ['.vscode/mcp.json', undefined, [], 3],
      ['.mcp.json', 'notJson', [], 0],
      ['.cursor/mcp.json', undefined, ['mcpServers.b'], 1],
    ]);
  });

  it("are all kept if the path of one envFile isn't valid", async () => {
    const paths = ['////x', '.vscode/mcp.env', '.vscode/none.env'];
    const servers = Object.fromEntries(paths.map((envFile, index) => [`s${index}`, { command: 'npx', envFile }]));
    await write('.mcp.json', JSON.stringify({ mcpServers: servers }));
    const found = named(await open().find(), 's0', 's1', 's2').map(({ candidate: { questions, limitations } }) => [
      questions.length,
      limitations.some(({ kind }) => kind === 'envFileUnreadable'),
    ]);
    assert.deepEqual(found, [
      [0, true],
      [1, false],
      [0, true],
    ]);
  });

  it('have an envFile on a drive, too, if their own file is on a share', async () => {
    const envFile = path.join(mcpFiles.folder, '.vscode', 'mcp.env');
    const file = await write(
      path.join(mcpFiles.kept, 'mcp.json'),
      JSON.stringify({ mcpServers: { shared: { command: 'npx', envFile } } }),
    );
    const mcp = open();
    // Linux and macOS read the path of a share as if it began with one slash.
    mcp.addFile(vscode.Uri.file(`/${file.path}`).toString());
    const found = (await mcp.find()).files.filter(({ origin }) => origin === 'chosen');
    const [server] = found.flatMap(({ servers }) => servers);
    assert.deepEqual(
      [server?.candidate.limitations.map(({ kind }) => kind), server?.candidate.questions.length],
      [['command'], 1],
    );
  });

  it('have an envFile in a folder whose name JavaScript would read as a replacement', async () => {
    const folder = path.join(mcpFiles.kept, "a$&b$'c");
    await write(path.join(folder, 'own.env'), 'TOKEN=x');
    const servers = { a: { command: 'npx', envFile: '${workspaceFolder}/own.env' } };
    const file = await write(path.join(folder, 'mcp.json'), JSON.stringify({ servers }));
    const mcp = open();
    mcp.addFile(file.toString());
    const found = (await mcp.find()).files.filter(({ origin }) => origin === 'chosen');
    assert.deepEqual(
      found.flatMap((one) => one.servers.map(({ candidate }) => candidate.questions.length)),
      [1],
    );
  });

  it("have nothing from an object's prototype", async () => {
    await write('.mcp.json', '{ "mcpServers": { "a": { "command": "npx", "__proto__": { "args": ["evil"] } } } }');
    const server = { name: 'a', command: 'npx', args: [], env: {} };
    assert.deepEqual(named(await open().find(), 'a')[0]?.candidate.server?.server, server);
  });

  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, { command: 'npx' }]));
  for (const [what, content, problem] of [
    ['has too many servers', JSON.stringify({ mcpServers: many }), 'unreadable'],
    ['is nested endlessly', '['.repeat(200_000), 'notJson'],
  ] as const)
    it(`aren't taken from a file that ${what}`, async () => {
      await write('.mcp.json', content);
      assert.partialDeepStrictEqual((await open().find()).files[1], { problem, servers: [] });
    });

  const nothingYet = (...waiting: readonly string[]) => ({ config: undefined, names: [], limitations: [], waiting });

  it('are sent only if selected, once everything they need is known', async () => {
    assert.equal(open().hasSelected, false);
    assert.deepEqual(await selectedServers(open()), nothingYet());
    await selecting('github');
    assert.deepEqual(await selectedServers(open()), nothingYet('github'));
  });

  /** Selects two servers, and answers every question. */
  async function settleBoth(): Promise<void> {
    const mcp = open();
    const [github, fetch] = named(await mcp.find(), 'github', 'fetch');
    await mcp.select([github!, fetch!]);
    await answer(mcp, github!, 'input:token', 'typed-secret-52');
    await answer(mcp, fetch!, 'envFile:${workspaceFolder}/.vscode/mcp.env', agreementTo(['FETCH_KEY', 'FETCH_MODE']));
  }

  it('remember selections and answers for the next time', async () => {
    await settleBoth();
    const later = open();
    assert.equal(later.hasSelected, true);
    const env = { FETCH_KEY: 'envfile-secret-71', FETCH_MODE: 'fast one' };
    const config = {
      stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['fetch'], env }],
      shttp_servers: [{ url: 'https://mcp.example.com/', api_key: 'typed-secret-52' }],
    };
    assert.deepEqual(await selectedServers(later), {
      config,
      names: ['github', 'fetch'],
      limitations: [],
      waiting: [],
    });
    const [github] = named(await later.find(), 'github');
    assert.equal((await mcpFiles.open('file:///other').answers.of(github!)).size, 0, 'in another workspace');
    await later.select(named(await later.find(), 'fetch'));
    assert.deepEqual((await selectedServers(open())).names, ['fetch']);
  });

  it('keep the line breaks of a value that is accepted as it is offered', async () => {
    using _ = replaced(process.env, { TEST_MULTILINE_KEY: 'begin\r\nmiddle\nend' });
    const variable = '${TEST_MULTILINE_KEY}';
    await write('.mcp.json', JSON.stringify({ mcpServers: { a: { command: 'npx', env: { KEY: variable } } } }));
    const { mcp, server } = await selecting('a');
    const asked = askAboutMcp(server, mcp);
    while (typeof (await Promise.race([asked, pressEnter()])) !== 'boolean');
    const { config } = await selectedServers(open());
    assert.equal(config?.stdio_servers?.[0]?.env?.['KEY'], 'begin\r\nmiddle\nend');
  });

  for (const [label, env] of [
    ['Send These Variables', { FETCH_KEY: 'envfile-secret-71', FETCH_MODE: 'fast one' }],
    ['Send None', undefined],
  ] as const)
    it(`get the variables of their envFile only after a yes: ${label}`, async () => {
      const { mcp, server } = await selecting('fetch');
      using window = new DrivenWindow();
      window.row = label;
      assert.equal(await askAboutMcp(server, mcp), true);
      assert.deepEqual((await selectedServers(mcp)).config?.stdio_servers?.[0]?.env, env);
    });

  it('keep secrets in the secret storage only, and out of the log', async () => {
    await settleBoth();
    mcpFiles.redactor = new Redactor();
    const mcp = open();
    const [github] = named(await mcp.find(), 'github');
    await mcp.answers.of(github!);
    assert.equal(mcpFiles.redactor.redact('a typed-secret-52 b'), '[redacted]', 'known before it is sent');
    await selectedServers(mcp);
    for (const secret of ['typed-secret-52', 'envfile-secret-71']) {
      assert.equal(mcpFiles.redactor.redact(`a ${secret} b`), '[redacted]');
      assert.ok(!mcpFiles.state.text.includes(secret), 'kept with the workspace');
      assert.ok(!mcpFiles.log.lines.join().includes(secret), 'logged');
      assert.deepEqual(await findInFiles(mcpFiles.kept, secret), []);
    }
    assert.deepEqual(await findInFiles(mcpFiles.folder, 'typed-secret-52'), []);
  });

  it('forget answers when told to', async () => {
    const { mcp, server } = await selecting('github');
    await answer(mcp, server, 'input:token', 'typed-secret-52');
    assert.equal(mcpFiles.redactor.redact('a typed-secret-52 b'), '[redacted]', 'known from the moment it was typed');
    using window = new DrivenWindow();
    const ports = { mcp: () => Promise.resolve(mcp) } as unknown as SheetPorts;
    const state = { draft: { fields: {} }, targetContext: undefined, settings: undefined };
    const { pick, result } = await window.shownBy(() => mcpField.edit(state, ports));
    const selected = pick.selectedItems.map(({ label }) => label);
    pick.press('Forget Answers');
    const { mcp: now } = await result;
    assert.deepEqual([selected, now?.waiting], [['github'], ['github']], 'the sheet shows it');
    assert.deepEqual(await mcpFiles.secrets.keys(), []);
    assert.deepEqual((await selectedServers(open())).waiting, ['github']);
  });

  it("report that the storage didn't save or delete an answer", async () => {
    const mcp = open();
    const [github] = named(await mcp.find(), 'github');
    mcpFiles.secrets.broken = 'forgetful';
    await assert.rejects(answer(mcp, github!, 'input:token', 'typed-secret-52'), {
      name: 'SecretStorageError',
      operation: 'store',
      kept: 'mcpAnswers',
    });
    mcpFiles.secrets.broken = 'locked';
    await assert.rejects(mcp.answers.forget(), { operation: 'delete', kept: 'mcpAnswers' });
  });

  it('get no earlier answers once they have become another server', async () => {
    const { mcp, server } = await selecting('github');
    await answer(mcp, server, 'input:token', 'typed-secret-52');
    await write('.vscode/mcp.json', vscodeFile.replace('mcp.example.com', 'elsewhere.example'));
    assert.deepEqual(await selectedServers(open()), nothingYet('github'));
    const [changed] = named(await open().find(), 'github');
    assert.deepEqual([changed?.selected, changed?.changed, changed?.before], [false, true, 'https://mcp.example.com/']);
    await rm(path.join(mcpFiles.folder, '.vscode', 'mcp.json'));
    assert.deepEqual((await selectedServers(open())).waiting, ['github'], 'gone is not forgotten');
  });

  it('are said to be missing if their file is gone, although another file has one of the same name', async () => {
    await write('.mcp.json', '{ "mcpServers": { "github": { "command": "npx" } } }');
    const mcp = open();
    const { files } = await mcp.find();
    await mcp.select(files.filter(({ path: file }) => file === '.mcp.json').flatMap(({ servers }) => servers));
    await rm(path.join(mcpFiles.folder, '.mcp.json'));
    assert.deepEqual((await open().find()).gone, ['github']);
  });

  describe('keep what was answered for one server, exactly as it was', () => {
    const issues = (server: object) =>
      JSON.stringify({
        inputs: [{ type: 'promptString', id: 'token', description: 'A token' }],
        servers: {
          issues: server,
          other: { url: 'https://other.example/', headers: { Authorization: 'Bearer ${env:MY_ENV}' } },
        },
      });
    const server = {
      command: 'docker',
      args: ['run', 'issues'],
      env: { TOKEN: '${input:token}', ACCOUNT: '${env:MY_ENV}', API_URL: 'https://api.example' },
      envFile: '.vscode/mcp.env',
      cwd: 'tools',
    };

    /** Selects the server and answers every question. */
    async function settle(): Promise<void> {
      await write('.vscode/mcp.json', issues(server));
      const { mcp, server: found } = await selecting('issues');
      await answer(mcp, found, 'input:token', 'typed-secret-52');
      await answer(mcp, found, 'env:MY_ENV', 'typed-secret-53');
      await answer(mcp, found, 'envFile:.vscode/mcp.env', agreementTo(['FETCH_KEY', 'FETCH_MODE']));
      assert.deepEqual((await selectedServers(open())).names, ['issues']);
    }

    it('and ask for all of it again when it has changed, such as the content of its envFile', async () => {
      await settle();
      await write('.vscode/mcp.env', 'FETCH_KEY=https://evil.example\nFETCH_MODE="fast one"\n');
      const mcp = open();
      const [found] = named(await mcp.find(), 'issues');
      assert.deepEqual([found?.selected, found?.changed], [false, true]);
      await mcp.select([found!]);
      await answer(mcp, found!, 'input:token', 'typed-secret-52');
      assert.deepEqual(await selectedServers(open()), nothingYet('issues'), 'also once one was answered again');
    });

    it('but not for another one of its file that uses the same variable', async () => {
      await settle();
      await open().select(named(await open().find(), 'issues', 'other'));
      const { names, waiting } = await selectedServers(open());
      assert.deepEqual([names, waiting], [['issues'], ['other']]);
    });

    it('and only on one machine, even if another has the same paths', async () => {
      await settle();
      await mcpFiles.moveToOtherMachine();
      assert.deepEqual((await selectedServers(open())).waiting, ['issues']);
    });
  });

  it('keep a file that the user chose as long as one of its servers is selected', async () => {
    const content = '{ "mcpServers": { "notes": { "command": "npx" } } }';
    const chosen = await write(path.join(mcpFiles.kept, 'desktop_config.json'), content);
    const mcp = open();
    mcp.addFile(chosen.toString());
    const [notes] = named(await mcp.find(), 'notes');
    await mcp.select([notes!]);
    assert.deepEqual((await selectedServers(open())).names, ['notes']);
    await rm(chosen.fsPath);
    assert.equal((await open().find()).files.at(-1)?.problem, 'unreadable');
    await mcp.select([]);
    assert.deepEqual(Object.keys(namesByFile(await mcp.find())), ['.vscode/mcp.json']);
  });
});
