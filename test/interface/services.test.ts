import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { freeAddress } from '../support/freeAddress';
import { acceptAnyway } from './acceptAnyway';
import { sheetBench } from './sheetBench';

describe('The service URL', () => {
  let service: Service;
  let workbench: Workbench;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench } = bench));

  async function enter(url: string): Promise<void> {
    await workbench.runCommand('Agent: Set Service URL...');
    await workbench.quickInput.waitForTitle('Service URL');
    await workbench.quickInput.fill(url);
    await workbench.quickInput.accept();
  }

  it('says that nothing responds at an address, and uses it when Enter is pressed again', async () => {
    const nowhere = await freeAddress();
    await enter(nowhere);
    const { severity } = await workbench.quickInput.waitForMessage(/Press Enter again to use it anyway/);
    await workbench.screenshot('services-nobody-there');
    assert.equal(severity, 'warning');
    await acceptAnyway(workbench);
    await workbench.quickInput.waitForTitle(`Session Key for ${nowhere}`);
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();

    await enter(service.url);
    await workbench.quickInput.waitForClosed();
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
  });
});
