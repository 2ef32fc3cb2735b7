import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { markedIn } from '../support/markedSecrets';
import type { Service } from '../service/service';
import { sheetBench } from './sheetBench';

describe('Copy Diagnostics', () => {
  let service: Service;
  let workbench: Workbench;

  sheetBench({ isStory: true }, (bench) => ({ service, workbench } = bench));

  it('says so once, sends nothing, and shows what it copied', async () => {
    const sent = service.requests.length;
    await workbench.runCommand('Agent: Copy Diagnostics');
    await workbench.notifications.waitFor('Diagnostics copied.');
    await workbench.screenshot('diagnostics-1-copied');
    await workbench.notifications.click('Diagnostics copied.', 'Show');
    const text = await workbench.editor.waitForText(/Session key: set/);
    await workbench.screenshot('diagnostics-2-shown');
    assert.deepEqual(markedIn(text), []);
    assert.equal(service.requests.length, sent);
  });
});
