import assert from 'node:assert/strict';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { extensionStorage, historyIn } from '../support/histories';
import { marked } from '../support/markedSecrets';
import { slow } from '../support/tags';
import { setSessionKey } from './setSessionKey';
import { Sheet } from './sheet';

const sessionKey = marked('session-key');
const starts = [1, 2, 3];

const more = slow(
  'unit/conversations/history.test.ts has two windows on one folder, outcomes.test.ts one that reads what the other wrote.',
);

more.describe('Two windows that write at once', () => {
  let service: Service;
  let parent: TemporaryFolder;
  let windows: readonly { readonly name: string; readonly workbench: Workbench; readonly sheet: Sheet }[];

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    parent = new TemporaryFolder('two-windows');
    const first = await Workbench.open({ machineSettings: { 'agentConversations.serviceUrl': service.url } });
    await setSessionKey(first, sessionKey);
    const second = await first.openWindow((await makeSampleRepository(parent.path)).path);
    windows = [
      { name: 'left', workbench: first, sheet: new Sheet(first) },
      { name: 'right', workbench: second, sheet: new Sheet(second) },
    ];
  });

  after(async () => {
    for (const { workbench } of [...windows].reverse()) await workbench.dispose();
    await service.close();
    parent.dispose();
  });

  const everywhere = (work: (window: (typeof windows)[number]) => Promise<unknown>) => Promise.all(windows.map(work));

  it('lose no conversation', async () => {
    await everywhere(async ({ name, workbench, sheet }) => {
      for (const number of starts) {
        await sheet.open();
        await workbench.quickInput.fill(`Task ${number} of the ${name}`);
        await workbench.quickInput.accept();
        await workbench.quickInput.waitForClosed();
      }
    });
    const expected = windows.flatMap(({ name }) => starts.map((number) => `Task ${number} of the ${name}`)).sort();
    for (const { name, workbench } of windows) {
      await workbench.openContainer('Agent Conversations');
      await workbench.patience.until(
        'every conversation, started',
        () => workbench.view('Conversations').rows(),
        (rows) =>
          rows.every(({ icon }) => icon === 'rocket') &&
          rows
            .map(({ label }) => label)
            .sort()
            .join() === expected.join(),
      );
      await workbench.screenshot(`two-windows-${name}`);
    }
    assert.deepEqual(service.requests.filter(({ method }) => method === 'POST').length, expected.length);
    const all = await historyIn(extensionStorage(windows[0]!.workbench.server.dataFolder));
    const messages = Object.values(all).map(({ request }) => request.initial_user_msg);
    assert.deepEqual(messages.sort(), expected);
  });
});
