import assert from 'node:assert/strict';
import { welcomeWindows } from '../host/welcomeWindows';
import { Workbench } from '../host/workbench';
import { slow } from '../support/tags';

const more = slow('unit/welcome.test.ts has the conditions of all, firstRun.test.ts shows those of a new profile');

more.describe('The welcome text of the conversations view', () => {
  for (const { name, options, text, buttons, links } of welcomeWindows) {
    it(`says what is in the way, with one button and links: ${name}`, async () => {
      const workbench = await Workbench.open(options());
      try {
        await workbench.openContainer('Agent Conversations');
        await workbench.view('Conversations').waitForWelcome(text);
        const shown = await workbench.view('Conversations').welcome();
        assert.deepEqual([shown.buttons, shown.links], [buttons, links]);
        await workbench.screenshot(`welcome-${name.toLowerCase().replaceAll(' ', '-')}`);
      } finally {
        await workbench.dispose();
      }
    });
  }
});
