import assert from 'node:assert/strict';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import { drops } from '../service/faults';
import type { Service } from '../service/service';
import type { Settings } from '../service/settings';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const withoutModel: Settings = { provider_tokens_set: { gitlab: 'git.example.com' } };
const withModel: Settings = { ...withoutModel, llm_api_key_set: true };
const noModel = 'No model API key is set on the service: the start will fail';
const noSettings = 'No settings are saved on the service yet: the start will fail';
const noToken = 'The service has no Git provider token and might not have access to the repository';
const unknownHost = 'Unknown Git provider for this host';
const mayRun = 'This may already be running: check the service before starting it again';

// One story: a user enters a key, opens the sheet and presses Enter, and has looked at nothing else.
describe('A user who has opened no view', () => {
  const folder = new TemporaryFolder('stranger');
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const prepare = async (begun: Service): Promise<WorkbenchOptions> => {
    const repository = await makeSampleRepository(folder.path);
    await repository.git('remote', 'set-url', 'origin', 'https://git.example.com/team/hello.git');
    begun.setSettings(withoutModel);
    return { folder: repository.path };
  };

  sheetBench({ prepare, isStory: true }, (bench) => ({ service, workbench, sheet } = bench));

  after(() => folder.dispose());

  /** Requests since the last call, in short form. */
  const asked = (() => {
    let seen = 0;
    return () => {
      const since = service.requests.slice(seen).map(({ method }) => method);
      seen = service.requests.length;
      return since.join(' ');
    };
  })();

  const warnings = async () =>
    (await workbench.quickInput.rows()).filter(({ icon }) => icon === 'warning').map(({ description }) => description);

  it("is warned of what the service lacks, and needn't say what it knows, for one request", async () => {
    await workbench.runCommand('Agent: Start Conversation...');
    await sheet.waitForRow('Repository: team/hello');
    await sheet.waitForRow(noModel);
    await sheet.waitForRow('Repository: team/hello (GitLab)');
    await workbench.screenshot('stranger-1-sheet');
    assert.deepEqual(await warnings(), [noModel]);
    assert.equal(asked(), 'GET', 'to try the key');
  });

  it("is told why the very first start didn't start, and is warned after that", async () => {
    service.setSettings(undefined);
    await workbench.quickInput.type('Fix it');
    await workbench.quickInput.accept();
    const { message } = await workbench.notifications.waitFor('has no settings for you yet');
    await workbench.screenshot('stranger-2-first-start');
    assert.match(message, /save its settings once\. The conversation wasn't started\.$/);
    await workbench.statusBarItem().waitFor('Agent: Not started');
    assert.deepEqual(service.conversations, []);
    assert.equal(asked(), 'POST GET');
    const since = service.requests.length;

    await workbench.notifications.click('has no settings for you yet', 'Back to Review');
    await sheet.waitForMessage('Fix it');
    await service.waitForRequest('loadSettings', { since });
    await sheet.waitForRow(noSettings);
    assert.deepEqual(await warnings(), [noSettings, unknownHost]);
    assert.equal(asked(), 'GET', 'they may have been saved meanwhile');
    await sheet.choose(noSettings);
    await workbench.quickInput.waitForTitle(noSettings);
    const fixes = (await workbench.quickInput.rows()).map(({ label }) => label);
    assert.deepEqual(fixes, ['Open Service in Browser', 'Refresh Settings']);
  });

  it("sees that the settings are there as soon as they're read again", async () => {
    service.setSettings(withModel);
    await workbench.quickInput.pick('Refresh Settings');
    await sheet.waitForRow('Repository: team/hello (GitLab)');
    await workbench.patience.until('no warning', warnings, (left) => left.length === 0);
    assert.equal(asked(), 'GET');
  });

  it('is told that a token is gone, and that nothing started', async () => {
    service.setSettings({ ...withModel, provider_tokens_set: {} });
    await sheet.start();
    const { message } = await workbench.notifications.waitFor('has no token for GitLab');
    assert.match(message, /Save one in its settings\. The conversation wasn't started\.$/);
    assert.equal(asked(), 'POST GET');
    await workbench.notifications.click('has no token for GitLab', 'Back to Review');
    await sheet.waitForRow(noToken);
    assert.deepEqual(await warnings(), [noToken, unknownHost]);
  });

  it('is led to the service after a start that may be running, and reminded of it on the sheet', async () => {
    service.setSettings(withModel);
    await sheet.choose(noToken);
    await workbench.quickInput.pick('Refresh Settings');
    await sheet.waitForRow('Repository: team/hello (GitLab)');
    service.misbehave('startConversation', drops('afterPerforming'));
    await sheet.start();
    await workbench.statusBarItem().waitFor('Agent: May have started');
    await workbench.statusBarItem().click();
    await workbench.quickInput.waitForRow('Open Service in Browser');
    const [first, second] = await workbench.quickInput.rows();
    await workbench.screenshot('stranger-3-menu');
    assert.deepEqual(
      [first?.label, first?.focused, second?.label],
      ['Open Service in Browser', true, 'Start Again...'],
    );
    await workbench.quickInput.escape();

    await workbench.notifications.click('may have started', 'Back to Review');
    await sheet.waitForRow(mayRun);
    await workbench.screenshot('stranger-4-may-run');
    await sheet.close();
    await workbench.reload();
    await workbench.runCommand('Agent: Start Conversation...');
    await sheet.waitForMessage('Fix it');
    await sheet.waitForRow(mayRun);
    // The settings arrive in the meantime, and with them all rows again.
    await sheet.waitForRow('Repository: team/hello (GitLab)');
    await sheet.choose(mayRun);
    await workbench.quickInput.pick("It Isn't Running");
    await sheet.waitForRow('Repository: team/hello (GitLab)');
    assert.ok(!(await warnings()).includes(mayRun), 'somebody has looked');
    await sheet.close();
  });
});
