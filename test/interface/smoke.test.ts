import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';

describe('a window with the shipped extension', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
  });

  after(() => workbench.dispose());

  it('lists the commands in the palette', async () => {
    const titles = await workbench.commandTitles('Agent: Start Conversation');
    assert.ok(titles.includes('Agent: Start Conversation...'), titles.join('\n'));
  });

  it('shows both views in its container', async () => {
    await workbench.openContainer('Agent Conversations');
    assert.equal(await workbench.page.locator('.part.sidebar .pane-header').count(), 2);
    await workbench.screenshot('smoke');
  });
});
