import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { openOn } from './sheetBench';

const main = 'Agent: Start Conversation...';

// Nothing is run from the palette before this: what it remembers would come first.
describe('The palette of a new profile, with changes in a repository and text selected in an editor,', () => {
  const folder = new TemporaryFolder('palette');
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    const repository = await makeSampleRepository(folder.path);
    await writeFile(path.join(repository.path, 'src', 'plan.js'), 'const todoList = [];\n');
    service = await startService({ sessionKey: marked('session-key'), settings: sampleSettings });
    workbench = await openOn(service, { folder: repository.path });
    const { page, patience } = workbench;
    await workbench.openContainer('Explorer');
    const file = page.locator('.explorer-folders-view .monaco-list-row[aria-label^="README.md"]').first();
    await patience.act('open README.md', () => file.dblclick());
    await patience.act('select its text', async () => {
      await page.locator('.part.editor .tab.active[data-resource-name="README.md"]').waitFor();
      await page.locator('.part.editor .view-lines').first().click();
      await page.keyboard.press('Control+A');
    });
  });

  after(async () => {
    await workbench.dispose();
    await service.close();
    folder.dispose();
  });

  it('has the commands for what is open', async () => {
    const delegates = [
      'Agent: Delegate Changes to Agent',
      'Agent: Delegate File to Agent',
      'Agent: Delegate Selection to Agent',
    ];
    await workbench.patience.until(
      'the commands for what is open',
      () => workbench.commandTitles('Agent: Delegate'),
      (titles) => delegates.every((title) => titles.includes(title)),
    );
  });

  for (const query of ['start', 'start conversation']) {
    it(`has the main command first for "${query}"`, async () => {
      const titles = await workbench.commandTitles(query);
      await workbench.screenshot(`palette-${query.replace(' ', '-')}`);
      assert.equal(titles[0], main, titles.join('\n'));
    });
  }
});
