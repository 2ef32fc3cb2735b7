import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { benchKey, openOn } from './sheetBench';

describe('A window in German', () => {
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
    const settings = workbench.view('Einstellungen');
    await settings.waitForWelcome('Für diesen Dienst ist noch kein Sitzungsschlüssel festgelegt.');
    const { buttons, links } = await settings.welcome();
    assert.deepEqual(buttons, ['Sitzungsschlüssel festlegen']);
    assert.deepEqual(links, ['Legen Sie die Dienst-URL fest', 'Starten Sie den Rundgang']);
    await workbench
      .view('Unterhaltungen')
      .waitForWelcome('Delegieren Sie Ihre aktuelle Aufgabe an einen Softwareagenten.');
    await workbench.screenshot('german-welcome');
    const titles = await workbench.commandTitles('Agent: ');
    for (const title of ['Agent: Unterhaltung starten...', 'Agent: Protokoll anzeigen'])
      assert.ok(titles.includes(title), titles.join('\n'));
  });

  it('asks for the session key in German', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Agent: Sitzungsschlüssel festlegen...');
    await quickInput.answer(`Sitzungsschlüssel für ${new URL(service.url).origin}`, 'Schlüssel\u{7f}');
    await quickInput.waitForMessage(/^Der Sitzungsschlüssel enthält Zeichen, die in einem Anforderungsheader/);
    await workbench.screenshot('german-key');
    await quickInput.fill(benchKey);
    await quickInput.accept();
    await quickInput.waitForClosed();
  });

  it('shows the settings in German', async () => {
    const view = workbench.view('Einstellungen');
    await view.waitForRow('Modell');
    assert.match(await view.waitForMessage(/./), /^Geladen: gerade eben$/);
    await view.expandAll();
    const text = await view.text();
    for (const row of ['Grenzen des Agenten', '  Sprachmodell · ', '  API-Schlüssel des Modells · festgelegt'])
      assert.ok(text.includes(row), text);
    assert.match(await view.tooltip('Maximale Iterationen'), /Die Höchstzahl der Schritte/);
    await workbench.screenshot('german-settings');
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
    for (const row of ['Starten alles gepusht', '(GitHub) · einziges geöffnetes Repository', 'Hinzufügen oder mehr...'])
      assert.ok(text.includes(row), text);
  });

  it('says in German how a start ended', async () => {
    const { notifications, quickInput } = workbench;
    await quickInput.type('Repariere die Tests');
    await quickInput.accept();
    const item = await workbench.statusBarItem().waitFor(/Agent: Wird gestartet/);
    assert.match(item.ariaLabel, /gemeldet gerade eben/);
    await notifications.waitFor('Unterhaltung in octocat/Hello-World (Branch main) gestartet.');
    await workbench.screenshot('german-started');
    await workbench.statusBarItem().click();
    await quickInput.waitForTitle(/^Wird gestartet · gemeldet gerade eben · Repariere die Tests$/);
    await quickInput.waitForRow('Im Browser öffnen');
    await workbench.screenshot('german-status-menu');
  });

  it('says in German why a start failed', async () => {
    const { notifications, quickInput } = workbench;
    await quickInput.escape();
    await quickInput.waitForClosed();
    service.misbehave('startConversation', answers(429, {}, { 'retry-after': '172800' }));
    await workbench.runCommand('Agent: Unterhaltung starten...');
    await quickInput.waitForTitle(/^Unterhaltung starten/);
    await quickInput.type('Repariere den Rest');
    await quickInput.accept();
    await notifications.waitFor(/Wartezeit bis zum nächsten Versuch: 2 Tage\./);
    await workbench.screenshot('german-failed');
  });
});
