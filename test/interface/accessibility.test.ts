import assert from 'node:assert/strict';
import { accessibleNodes } from '../host/accessibilityTree';
import type { PageElement } from '../host/pageElement';
import type { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import type { Service } from '../service/service';
import { ScreenReader } from './screenReader';
import type { Sheet } from './sheet';
import { benchKey, sheetBench } from './sheetBench';

/** Warning of the sheet about {@link settings}. */
const warning = 'No model API key is set on the service: the start will fail';
const settings = { ...sampleSettings, llm_api_key_set: false };

describe('What is shown, and read by a screen reader, of', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let reader: ScreenReader;

  sheetBench(
    { service: { sessionKey: benchKey, settings }, size: { width: 1400, height: 1600 }, isGuest: true },
    (bench) => {
      ({ service, workbench, sheet } = bench);
      reader = new ScreenReader(workbench);
    },
  );

  const quickInput = () => workbench.page.locator('.quick-input-widget:visible');

  it('the settings: their values, and the position of each', async () => {
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
    const rows = await reader.names(reader.view('Service Settings'), 'treeitem', 'Model API key: not set');
    for (const row of ['Model', 'Memory condensation: on · default', 'Git providers: 2 configured'])
      assert.ok(rows.includes(row), row);
    assert.deepEqual(await reader.names(reader.view('Service Settings'), 'tree', 'Service Settings'), [
      'Service Settings',
    ]);
    const shown = await accessibleNodes(reader.view('Service Settings'));
    const place = (wanted: string) => shown.find(({ role, name }) => role === 'treeitem' && name === wanted);
    assert.deepEqual([place('Model')?.level, place('Model')?.expanded], [1, true]);
    assert.deepEqual(
      [place('Model API key: not set')?.level, place('Model API key: not set')?.expanded],
      [2, undefined],
    );
    assert.equal(place('Git providers: 2 configured')?.expanded, false);
    const places = await reader.view('Service Settings').locator('[role=treeitem]').evaluateAll(readPlaces);
    assert.deepEqual(places.slice(0, 2), ['1 of 9', '1 of 6']);
  });

  it('the settings as drawn: every field of a response that has them all, and no secret', async () => {
    const view = workbench.view('Service Settings');
    const since = service.requests.length;
    await view.clickTitleAction('Refresh Settings');
    await service.waitForRequest('loadSettings', { since });
    await view.waitForText('Language model · anthropic/');
    await view.expandAll();
    await workbench.screenshot('settings-full');
    assert.equal(await view.text(), everything);
  });

  it('the review sheet: each field with its value and its warning', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Fix the parser');
    await sheet.waitForRow('· will fail');
    const rows = await reader.names(quickInput(), 'option', warning);
    assert.deepEqual(rows, [
      'Start, · will fail: no model API key',
      warning,
      'Repository: octocat/Hello-World (GitHub) · only open repository',
      'Branch: main',
      'More Options...',
    ]);
    const input = `What should the agent do? - Start Conversation · ${service.url}`;
    assert.deepEqual(await reader.names(quickInput(), 'textbox', input), [input]);
    await sheet.close();
  });

  it('a conversation: its notification, its row and its state', async () => {
    // Otherwise, the service would reject the start as well.
    service.setSettings(sampleSettings);
    await workbench.openContainer('Agent Conversations');
    await sheet.open();
    await workbench.quickInput.fill('Fix the parser');
    await sheet.start();
    const toasts = workbench.page.locator('.notifications-toasts');
    await reader.names(toasts, 'button', 'Open in Browser');
    // The role of a notification, and whether its severity is read, depend on the version.
    const said = (await accessibleNodes(toasts)).map(({ name }) => name);
    const sentence = /Conversation started in octocat\/Hello-World on main\..*, notification/;
    assert.ok(
      said.some((name) => sentence.test(name)),
      said.join('\n'),
    );
    await reader.names(reader.view('Conversations'), 'tree', 'Conversations');
    const row = 'Fix the parser, Starting · reported just now, octocat/Hello-World · main';
    assert.equal((await reader.names(reader.view('Conversations'), 'treeitem', row))[0], row);
    const item = workbench.page.locator('[id="agent-conversations.agent-conversations.agentConversations.status"]');
    // Others of this window may be running, too.
    const shown =
      /^Agent: Starting · reported just now, Fix the parser(\. \d+ conversations are running, as last reported\.)?$/;
    await reader.names(item, 'button', shown);
    await workbench.statusBarItem().click();
    await reader.names(quickInput(), 'option', /Open in Browser$/);
    await workbench.quickInput.escape();
  });
});

/** Reads "1 of 9", the position that a screen reader gives a row among its siblings. */
function readPlaces(rows: PageElement[]): string[] {
  return rows.map((row) => `${row.getAttribute('aria-posinset')} of ${row.getAttribute('aria-setsize')}`);
}

const everything = `Model
  Language model · anthropic/claude-sonnet-4-20250514
  Model URL · https://llm.example.com/v1
  Model API key · not set
  Agent · CodeActAgent
  Language · en
  Memory condensation · on · default
Agent limits
  Maximum iterations · 250
  Budget per task · 1.5
  Confirmation mode · off
  Security analyzer · llm
Git
  Git user name · Ada Lovelace
  Git user email · ada@example.com
  Git providers · 2 configured
    GitHub · set
    GitLab · gitlab.example.com
Sandbox
  Base image · docker.io/library/python:3.12-bookworm
  Runtime image · registry.example.com/runtime:0.54
  Resource factor · 2
MCP servers
  Configured servers · 4 servers
    SSE servers · 1 server
      https://tickets.example.com/sse
        URL · https://tickets.example.com/sse
        API key · set
    stdio servers · 1 server
      fetch
        Name · fetch
        Command · uvx
        Arguments · 2 entries
          0 · mcp-server-fetch
          1 · --ignore-robots-txt
        Environment · 1 entry
          FETCH_TOKEN · set
    HTTP servers · 2 servers
      https://docs.example.com/mcp
        URL · https://docs.example.com/mcp
        API key · set
      https://open.example.com/mcp
        URL · https://open.example.com/mcp
        API key · not set
Search
  Search API key · set
Privacy and notifications
  Sound notifications · off · default
  Suggested tasks · on · default
  Solvability analysis · off
  Analytics · off
Account
  Email · ada@example.com
  Email verified · on
Secrets
  Sandbox API key · not reported
  Saved secrets · not reported`;
