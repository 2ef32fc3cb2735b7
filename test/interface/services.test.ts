import assert from 'node:assert/strict';
import type { QuickRow } from '../host/quickInput';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { freeAddress } from '../support/freeAddress';
import { marked } from '../support/markedSecrets';
import { setSessionKey } from './setSessionKey';

const [firstKey, secondKey] = [marked('first-key'), marked('second-key')];

// One story, told in order: each step depends on the one before.
describe('The list of services', () => {
  let first: Service;
  let second: Service;
  let workbench: Workbench;

  before(async () => {
    first = await startService({ sessionKey: firstKey, settings: { ...sampleSettings, language: 'fr' } });
    second = await startService({ sessionKey: secondKey, settings: { ...sampleSettings, language: 'de' } });
    workbench = await Workbench.open({ machineSettings: { 'agentConversations.serviceUrl': first.url } });
    await workbench.openContainer('Agent Conversations');
    await setSessionKey(workbench, firstKey);
    await waitForLanguage('fr');
  });

  after(async () => {
    await workbench.dispose();
    await Promise.all([first.close(), second.close()]);
  });

  async function waitForLanguage(language: string): Promise<void> {
    await workbench.patience.until(
      `settings in ${language}`,
      () => workbench.view('Settings').text(),
      (text) => text.includes(`Language · ${language}`),
    );
  }

  async function open(): Promise<void> {
    await workbench.runCommand('Agent: Set Service URL...');
    await workbench.quickInput.waitForTitle('Service URL');
  }

  const words = (rows: readonly QuickRow[]) => rows.map(({ icon, description }) => `${icon} ${description}`);

  it('says that nothing responds at an address, sends nothing, and uses it when Enter is pressed again', async () => {
    const nowhere = await freeAddress();
    const since = first.requests.length;
    await open();
    await workbench.quickInput.fill(nowhere);
    await workbench.quickInput.accept();
    const { severity } = await workbench.quickInput.waitForMessage(/Press Enter again to use it anyway/);
    await workbench.screenshot('services-nobody-there');
    assert.deepEqual([severity, first.requests.length], ['warning', since]);
    await workbench.patience.until(
      'the key to be asked for',
      async () => {
        const shown = await workbench.quickInput.state();
        if (/Press Enter again/.test(shown?.message ?? '')) await workbench.page.keyboard.press('Enter');
        return shown;
      },
      (shown) => shown?.title === `Session Key for ${nowhere}`,
    );
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();
  });

  it('connects to a service without a key, and sends it nothing before it has one', async () => {
    await open();
    await workbench.quickInput.fill(second.url);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForTitle(`Session Key for ${second.url}`);
    assert.equal(second.requests.length, 0);
    await workbench.quickInput.fill(secondKey);
    await workbench.quickInput.accept();
    await waitForLanguage('de');
  });

  it("turns the address of a page into that of its service, and says so before it's used", async () => {
    for (const [page, path] of [
      ['/conversations/0123abcd', ''],
      ['/app?tab=settings#keys', '/app'],
    ] as const) {
      await open();
      const since = second.requests.length;
      await workbench.quickInput.fill(second.url + page);
      await workbench.quickInput.accept();
      const shown = await workbench.quickInput.waitForMessage(/Shortened to the service URL/);
      await workbench.screenshot('services-page');
      assert.deepEqual([shown.severity, shown.value, second.requests.length], ['warning', second.url + path, since]);
      await workbench.quickInput[path === '' ? 'accept' : 'escape']();
      await workbench.quickInput.waitForClosed();
    }
  });

  it('offers those that were used, the last one first, and says which have a key', async () => {
    await open();
    await workbench.quickInput.waitForRows();
    const rows = words(await workbench.quickInput.rows());
    await workbench.screenshot('services-known');
    assert.deepEqual(
      rows.map((row) => row.replace(/127\.0\.0\.1:\d+/, 'host')),
      [
        'check http://host · key set · current · API V0',
        'globe http://host · no key · API V0',
        'globe http://host · key set · API V0',
      ],
    );
    assert.ok(rows[0]?.includes(second.url) && rows[2]?.includes(first.url), rows.join('\n'));
  });

  it("switches back, with the service's own key and settings", async () => {
    const since = first.requests.length;
    const { length } = second.requests;
    await workbench.quickInput.press('ArrowDown');
    await workbench.quickInput.press('ArrowDown');
    await workbench.patience.until(
      'the first service to be the one that Enter takes',
      () => workbench.quickInput.visibleRows(),
      (rows) => rows.some((row) => row.focused && row.description.startsWith(first.url)),
    );
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForClosed();
    await waitForLanguage('fr');
    assert.equal((await first.waitForRequest('loadSettings', { since })).headers['x-session-api-key'], firstKey);
    assert.equal(second.requests.length, length);
  });

  it('forgets one with its key, after a question', async () => {
    await open();
    await workbench.quickInput.waitForRows();
    const { index } = (await workbench.quickInput.rows()).find(({ description }) =>
      description.startsWith(second.url),
    )!;
    const row = workbench.page.locator(`.quick-input-widget:visible .monaco-list-row[data-index="${index}"]`);
    await row.hover();
    await row.locator('.action-label[aria-label="Forget Service"]').click();
    await workbench.dialog.waitFor(`Forget ${second.url}?`);
    await workbench.dialog.click('Forget');
    await workbench.patience.until(
      'the service to be gone from the list',
      () => workbench.quickInput.rows(),
      (rows) => rows.length === 2 && words(rows).every((shown) => !shown.includes(second.url)),
    );
    await workbench.quickInput.fill(second.url);
    await workbench.quickInput.accept();
    const { password, value } = await workbench.quickInput.waitForTitle(`Session Key for ${second.url}`);
    assert.deepEqual([password, value], [true, '']);
    await workbench.quickInput.escape();
  });
});
