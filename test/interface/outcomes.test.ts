import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Workbench } from '../host/workbench';
import { holds, type HeldFault } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('A window that goes away during a start', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let waiting: HeldFault;

  afterEach(() => waiting.release());

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

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
      files.some((file) => isInHistory(file)) && files.some((file) => /[\\/]drafts[\\/][^\\/]+\.json$/.test(file)),
      `on disk when the service has it: ${files.join(', ')}`,
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

  it('says in another window that it may have started if its extension host was killed, and keeps its draft', async () => {
    // VS Code's own storage of the folder belongs to the first of its windows, even if that has crashed.
    const other = await workbench.openWindow();
    try {
      await startAndWait('Crash in the middle');
      const { dataFolder } = workbench.server;
      const [file = ''] = (await findInFiles(dataFolder, 'Crash in the middle')).filter(isInHistory);
      const { sender } = JSON.parse(await readFile(path.join(dataFolder, file), 'utf8')) as { sender: string };
      process.kill(Number(sender.split('.')[1]), 'SIGKILL');
      await waitForOutcome(other, 'Crash in the middle');
      await other.screenshot('outcomes-2-other-window');
      const sheetThere = new Sheet(other);
      await sheetThere.open();
      await sheetThere.waitForMessage('Crash in the middle');
      await sheetThere.close();
    } finally {
      await other.dispose();
    }
    // VS Code starts the host again by itself.
    await waitForOutcome(workbench, 'Crash in the middle');
  });
});

function isInHistory(file: string): boolean {
  return path.basename(path.dirname(file)) === 'conversations' && file.endsWith('.json');
}
