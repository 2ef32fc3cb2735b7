import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Workbench } from '../host/workbench';
import { holds, type HeldFault } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('A window that goes away during a start', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let waiting: HeldFault;

  afterEach(() => waiting.release());

  sheetBench({}, (bench) => ({ service, workbench, sheet } = bench));

  /** Sends a message, for which the service holds the response. */
  async function startAndWait(message: string): Promise<void> {
    waiting = holds({ performs: true });
    service.misbehave('startConversation', waiting);
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
    await waiting.reached;
    const files = await findInFiles(workbench.server.dataFolder, message);
    assert.ok(
      files.some((file) => file.endsWith('conversations.jsonl')) && files.some((file) => file.endsWith('draft.json')),
      `on disk when the service has it: ${files.join(', ')}`,
    );
  }

  async function journal(): Promise<string> {
    const files = await findInFiles(workbench.server.dataFolder, '"outcome":"sending"');
    return path.join(
      workbench.server.dataFolder,
      files.find((file) => file.endsWith('conversations.jsonl'))!,
    );
  }

  async function waitForOutcome(window: Workbench, message: string): Promise<void> {
    await window.openContainer('Agent Conversations');
    await window.patience.until(
      `"May have started" of ${message}`,
      async () => (await window.view('Conversations').waitForRow(message)).description,
      (description) => description.startsWith('May have started'),
      30_000,
    );
  }

  it('says after a reload that it may have started, and keeps its draft', async () => {
    await startAndWait('Reload in the middle');
    await workbench.reload();
    await waitForOutcome(workbench, 'Reload in the middle');
    assert.match(await workbench.view('Conversations').tooltip('Reload in the middle'), /Problem: \S/);
    await sheet.open();
    await sheet.waitForMessage('Reload in the middle');
    await sheet.waitForRow('This may already be running');
    await workbench.screenshot('outcomes-1-reload');
    await workbench.quickInput.fill('');
  });

  it('says in another window that it may have started if its extension host was killed, and keeps its draft', async () => {
    const other = await workbench.openWindow(null);
    try {
      await startAndWait('Crash in the middle');
      const lines = (await readFile(await journal(), 'utf8')).split('\n').filter((line) => line.includes('Crash in'));
      const { conversation } = JSON.parse(lines[0]!) as { conversation: { sender: number } };
      process.kill(conversation.sender, 'SIGKILL');
      await waitForOutcome(other, 'Crash in the middle');
      await other.screenshot('outcomes-2-other-window');
    } finally {
      await other.dispose();
    }
    await workbench.reload();
    await waitForOutcome(workbench, 'Crash in the middle');
    await sheet.open();
    await sheet.waitForMessage('Crash in the middle');
    await workbench.screenshot('outcomes-3-crash');
    await workbench.quickInput.fill('');
  });

  it('keeps ten thousand other conversations in the history, and starts another one', async () => {
    waiting = holds();
    const line = (index: number) => {
      const conversation = {
        id: `many-${index}`,
        baseUrl: service.url,
        request: { initial_user_msg: `Earlier task ${index}`, repository: 'octocat/Hello-World' },
        outcome: 'started',
        status: 'STOPPED',
        conversationId: `c${index}`,
        sentAt: Date.UTC(2026, 0, 1) + index * 1_800_000,
        deadline: 1,
      };
      return JSON.stringify({ version: 1, type: 'sent', conversation });
    };
    await appendFile(await journal(), Array.from({ length: 10_000 }, (_, index) => `\n${line(index)}\n`).join(''));
    const view = workbench.view('Conversations');
    await workbench.openContainer('Agent Conversations');
    await view.waitForRowAtTop('Earlier task 9999');
    await sheet.open();
    await workbench.quickInput.fill('One more of many');
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor(/^Conversation started/);
    await view.waitForRowAtTop('One more of many');
    await workbench.screenshot('outcomes-4-ten-thousand');
  });

  it('reports damaged lines in the history above the list, which is complete', async () => {
    waiting = holds();
    await appendFile(await journal(), 'no line of ours\n');
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    const view = workbench.view('Conversations');
    await view.waitForMessage(/^Damaged lines in the history: 1\. They were moved to .*damaged\.jsonl/);
    await view.waitForRowAtTop('One more of many');
    await workbench.screenshot('outcomes-6-damaged');
  });
});
