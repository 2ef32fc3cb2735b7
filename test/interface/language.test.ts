import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { slow } from '../support/tags';
import { benchKey, openOn } from './sheetBench';

slow('It takes a window of its own; unit tests hold each text.').describe('A window in German', () => {
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey: benchKey, settings: sampleSettings });
    workbench = await openOn(service, { language: 'de', size: { width: 1280, height: 1600 } });
  });

  after(async () => {
    await workbench.dispose();
    await service.close();
  });

  it('has German commands, views and welcome texts', async () => {
    await workbench.openContainer('Agent Conversations');
    const settings = workbench.view('Diensteinstellungen');
    await settings.waitForWelcome('Für diesen Dienst ist noch kein Sitzungsschlüssel festgelegt.');
    const { buttons, links } = await settings.welcome();
    assert.deepEqual(buttons, ['Sitzungsschlüssel festlegen']);
    assert.deepEqual(links, ['Legen Sie die Dienst-URL fest', 'Starten Sie den Rundgang']);
    await workbench.view('Unterhaltungen').waitForWelcome('Starten Sie einen OpenHands-Softwareagenten');
    await workbench.screenshot('german-welcome');
    const titles = await workbench.commandTitles('Agent: ');
    for (const title of ['Agent: Unterhaltung starten...', 'Agent: Protokoll anzeigen'])
      assert.ok(titles.includes(title), titles.join('\n'));
  });

  it('shows the review sheet in German', async () => {
    const { patience, quickInput } = workbench;
    await workbench.runCommand('Agent: Unterhaltung starten...');
    await quickInput.waitForTitle(/^Unterhaltung starten · http/);
    const rows = await patience.until(
      'the rows of the review sheet',
      async () => (await quickInput.rows()).map(({ label, description }) => `${label} ${description}`),
      (shown) => shown.some((row) => row.includes('Repository: octocat/Hello-World')),
    );
    const text = rows.join('\n');
    await workbench.screenshot('german-sheet');
    for (const row of ['Starten · alles gepusht', '(GitHub) · einziges geöffnetes Repository', 'Weitere Optionen...'])
      assert.ok(text.includes(row), text);
  });
});
