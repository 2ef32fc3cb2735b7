import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { McpConfig } from '../../src/client/records';
import { selectedServers } from '../../src/mcp/mcpSelection';
import { pickMcpServers } from '../../src/mcp/vscode/mcpPick';
import { askAboutMcp } from '../../src/mcp/vscode/mcpQuestions';
import type { WorkspaceMcpServers } from '../../src/mcp/vscode/workspaceMcpServers';
import { answerMcp, mcpField } from '../../src/start/vscode/fields/mcpField';
import { fixWarning } from '../../src/start/vscode/sheet/sheetFixes';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';
import { passHumanTime } from '../support/humanTime';
import { McpWorkspace } from '../support/mcpWorkspace';

describe('The list of MCP servers', () => {
  const mcpFiles = McpWorkspace.use();
  let window: DrivenWindow;

  const user = () => path.join(mcpFiles.kept, 'User', 'mcp.json');

  beforeEach(() => {
    window = new DrivenWindow().replace(vscode.window, { showOpenDialog: () => Promise.resolve(undefined) });
  });

  afterEach(() => window.dispose());

  /** Chooses to select a file in the list that is shown next, where there are no servers: what it says. */
  async function selectFile(): Promise<string> {
    const pick = await window.next();
    pick.accept(pick.items[0]);
    return pick.placeholder;
  }

  /** Labels and details of the list that opens. */
  async function listed(selecting?: Promise<string>) {
    let shown = window.next();
    const picking = pickMcpServers(mcpFiles.open());
    if (selecting) {
      await shown;
      shown = window.next();
      await selecting;
    }
    const { items } = await shown;
    window.pick?.escape();
    assert.equal(await picking, undefined);
    return items.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`));
  }

  it("leads to another file, and names an empty one and VS Code's own new one, if these have none", async () => {
    await mcpFiles.write(user(), '{ "servers": {}, "inputs": [] }');
    await mcpFiles.write('.mcp.json', ' ');
    const said = selectFile();
    assert.equal(await pickMcpServers(mcpFiles.open()), undefined);
    assert.equal(await said, `No MCP servers in .mcp.json, ${user()}`);
  });

  it('names a file without servers if the user selected it', async () => {
    const selected = await mcpFiles.write(path.join(mcpFiles.kept, 'other.json'), '{ "mcpServers": {} }');
    window.replace(vscode.window, { showOpenDialog: () => Promise.resolve([selected]) });
    const said = selectFile();
    const rows = await listed(said);
    assert.deepEqual(rows, ["Can't be sent", `${selected.fsPath}: The file has no MCP servers`]);
    assert.equal(await said, 'No mcp.json, .mcp.json, or mcp-config.json found');
  });

  it('names a file with other contents, beside the servers of a file in UTF-16', async () => {
    await mcpFiles.write('.mcp.json', Buffer.from('\ufeff{ "docs": { "command": "docs" } }', 'utf16le'));
    await mcpFiles.write(user(), '{ "theme": "dark" }');
    assert.deepEqual(await listed(), [
      '.mcp.json',
      'docs: Requires "docs" in the agent\'s environment',
      "Can't be sent",
      `${user()}: The file isn't a list of MCP servers`,
    ]);
  });

  it('asks what a server needs: choices with their default first, and all of it again if the answers make no URL', async () => {
    const host = { type: 'pickString', id: 'host', options: ['a b', 'mcp.example.com'], default: 'mcp.example.com' };
    const headers = { Authorization: 'Bearer ${input:token}' };
    const servers = { docs: { type: 'http', url: 'https://${input:host}/', headers } };
    await mcpFiles.write(user(), JSON.stringify({ inputs: [host, { type: 'promptString', id: 'token' }], servers }));
    const mcp = mcpFiles.open();
    const [docs] = (await mcp.find()).files.flatMap((file) => file.servers);
    await mcp.select([docs!]);
    const typed: string[] = [];
    window.typed = () => (typed.push('second'), 'second');
    const opened = window.next();
    const closed = askAboutMcp(docs!, mcp);
    (await opened).escape();
    assert.deepEqual([await closed, typed], [false, []], 'a closed question ends it');
    await mcp.answers.set(docs!, 'input:token', 'first');
    const asked = async (label: string) => {
      const { pick, result: asking } = await window.shownBy(() => askAboutMcp(docs!, mcp));
      pick.choose(label);
      assert.deepEqual(pick.labels, ['mcp.example.com', 'a b']);
      assert.deepEqual(pick.descriptions, ['', ''], 'each is its own label');
      return asking;
    };
    assert.equal(await asked('a b'), false);
    assert.match(window.notices.join(), /^MCP server "docs" can't be sent\. Services require a URL/);
    assert.deepEqual((await selectedServers(mcp)).waiting, ['docs']);
    assert.deepEqual(typed, [], 'what was answered is not asked');
    assert.equal(await asked('mcp.example.com'), true);
    assert.deepEqual(typed, ['second'], 'unless the answers together were refused');
    assert.deepEqual((await selectedServers(mcp)).config, {
      shttp_servers: [{ url: 'https://mcp.example.com/', api_key: 'second' }],
    });
    assert.equal(await askAboutMcp(docs!, mcp), true);
  });

  it('hides what is typed for an environment variable, and for an input that says so', async () => {
    const inputs = [
      { type: 'promptString', id: 'name' },
      { type: 'promptString', id: 'token', password: true },
    ];
    const servers = { docs: { command: 'npx', args: ['${input:name}', '${input:token}', '${env:DOCS_TOKEN}'] } };
    await mcpFiles.write(user(), JSON.stringify({ inputs, servers }));
    const mcp = mcpFiles.open();
    const [docs] = (await mcp.find()).files.flatMap((file) => file.servers);
    const hidden: Record<string, boolean> = {};
    window.typed = (_, box) => {
      const { prompt, password } = box as unknown as vscode.InputBox;
      hidden[prompt!.split(' · ', 1)[0]!] = password;
      return 'typed';
    };
    assert.equal(await askAboutMcp(docs!, mcp), true);
    assert.deepEqual(hidden, { name: false, token: true, 'Environment variable DOCS_TOKEN': true });
  });
});

describe('The MCP servers of a sheet', () => {
  const mcpFiles = McpWorkspace.use();
  const ofUser = () => path.join(mcpFiles.kept, 'User', 'mcp.json');
  const notKept = ['mcp_config'] as const;
  let window: DrivenWindow;
  let mcp: WorkspaceMcpServers;
  let asked: number;

  /** Writes the user's file with a server that asks for a value, and returns what is sent of it once that is given. */
  async function writeFile(...args: readonly string[]): Promise<McpConfig> {
    const servers = { asks: { command: 'npx', args: [...args, '${input:token}'] }, other: { command: 'npx' } };
    const content = { inputs: [{ type: 'promptString', id: 'token' }], servers };
    await mcpFiles.write(ofUser(), JSON.stringify(content));
    return { stdio_servers: [{ name: 'asks', command: 'npx', args: [...args, 'typed'] }] };
  }

  const state: SheetState = { draft: { fields: {} }, targetContext: undefined, settings: undefined };
  const ports = () => ({ mcp: () => Promise.resolve(mcp) }) as SheetPorts;

  /** Chooses the server with this label in the list that `change` opens; closes the list without one. */
  async function choosing(change: typeof answerMcp, label?: string) {
    const { pick: list, result: changing } = await window.shownBy(() => change(state, ports()));
    passHumanTime();
    list.selectedItems = list.items.filter((item) => item.label === label);
    if (label === undefined) list.escape();
    else list.pressEnter();
    return changing;
  }

  beforeEach(async () => {
    asked = 0;
    window = new DrivenWindow();
    window.typed = () => {
      asked++;
      return 'typed';
    };
    await writeFile();
    mcp = mcpFiles.open();
  });
  afterEach(() => window.dispose());

  it('are those that are picked, which ask for their values, and no others', async () => {
    const sent = await writeFile();
    const { mcp: selected, edit } = await choosing(mcpField.edit, 'asks');
    assert.deepEqual([selected?.config, asked], [sent, 1]);
    const ofOthers = { fields: { mcp_config: { stdio_servers: [{ name: 'own', command: 'npx' }] } }, notKept };
    assert.deepEqual(edit?.(ofOthers), { fields: {}, notKept: [] });
    assert.deepEqual(mcpField.remove?.(ofOthers), { fields: { mcp_config: null }, notKept: [] });
    assert.deepEqual((await answerMcp(state, ports())).mcp?.config, sent);
    assert.equal(asked, 1, 'what is answered is not asked again');
  });

  it('are picked again if one has changed or is gone, before anything is asked', async () => {
    await choosing(mcpField.edit, 'asks');
    const changed = await writeFile('--new');
    assert.deepEqual([await choosing(answerMcp), asked], [{}, 1]);
    assert.deepEqual((await choosing(answerMcp, 'asks')).mcp?.config, changed);
    await mcpFiles.write(ofUser(), '{ "servers": { "other": { "command": "npx" } } }');
    assert.deepEqual(await choosing(answerMcp), {});
  });

  it('are picked at once, without another question, to fix what the request loses of one', async () => {
    const loss = { kind: 'mcpLoss', server: 'asks', limitations: [{ kind: 'disabled' }] } as const;
    await choosing((...given) => fixWarning(loss, ...given));
    assert.equal(window.pick?.title, 'MCP Servers');
  });

  it('ask nothing for those that are not picked', async () => {
    await choosing(mcpField.edit, 'other');
    await answerMcp(state, ports());
    assert.equal(asked, 0);
  });
});
