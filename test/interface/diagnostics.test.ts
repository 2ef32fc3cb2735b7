import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { markedIn } from '../support/markedSecrets';
import type { Service } from '../service/service';
import { sheetBench } from './sheetBench';

describe('The command', () => {
  let service: Service;
  let workbench: Workbench;
  let sent: number;

  sheetBench({ isStory: true }, (bench) => ({ service, workbench } = bench));

  before(() => (sent = service.requests.length));
  afterEach(() => assert.equal(service.requests.length, sent, 'nothing is sent'));

  it('Copy Diagnostics says so once, and shows what it copied', async () => {
    await workbench.runCommand('Agent: Copy Diagnostics');
    await workbench.notifications.waitFor('Diagnostics copied.');
    await workbench.screenshot('diagnostics-1-copied');
    await workbench.notifications.click('Diagnostics copied.', 'Show');
    const text = await workbench.editor.waitForText(/Session key: set/);
    await workbench.screenshot('diagnostics-2-shown');
    assert.deepEqual(markedIn(text), []);
  });

  it('Report Issue... opens a report with the diagnostics, to be filled in', async () => {
    await workbench.runCommand('Agent: Report Issue...');
    const text = await workbench.editor.waitForText(/What did you do\?/);
    await workbench.screenshot('report-issue');
    assert.deepEqual(markedIn(text), []);
    await workbench.editor.waitForText(/Session key: set/);
  });
});
