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

describe('What a screen reader is told about', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let reader: ScreenReader;

  sheetBench(
    { service: { sessionKey: benchKey, settings }, size: { width: 1400, height: 1200 }, isGuest: true },
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
