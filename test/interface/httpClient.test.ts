import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('The setting httpClient', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench(
    { window: { machineSettings: { 'agentConversations.httpClient': 'vscode' } }, isStory: true },
    (bench) => ({ service, workbench, sheet } = bench),
  );

  it("sends every request with VS Code's own fetch", async () => {
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Settings').waitForRow('Model');
    await sheet.open();
    await workbench.quickInput.type('Fix the failing test');
    await workbench.quickInput.accept();
    await workbench.statusBarItem().waitFor(/Starting/);

    const sent = service.requests.map(({ operation, rawHeaders }) => ({
      operation,
      // undici itself sends no such header.
      byFetch: rawHeaders.some((name) => name.toLowerCase() === 'sec-fetch-mode'),
    }));
    assert.deepEqual(new Set(sent.map(({ operation }) => operation)), new Set(['loadSettings', 'startConversation']));
    assert.deepEqual(
      sent.filter(({ byFetch }) => !byFetch),
      [],
    );
  });
});
