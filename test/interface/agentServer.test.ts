import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { benchKey, sheetBench } from './sheetBench';
import type { Sheet } from './sheet';

// One story, told in order: each step stands on the one before.
describe('An agent server', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const options = { sessionKey: benchKey, settings: sampleSettings, api: 'agent' } as const;
  sheetBench({ isStory: true, isGuest: true, service: options }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const sentTo = (operation: string) =>
    service.requests.filter((one) => one.operation === operation).map(({ body }) => body);

  it('is recognized by its settings when the key is entered, before anything else is sent to it', () => {
    const asked = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set(asked)], ['GET /api/settings']);
    assert.ok(asked.length >= 2, asked.join('\n'));
  });

  it('has a row that asks its agent to clone, and is sent what it shows', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Fix the parser');
    await sheet.waitForRow('Clone: Clone https://');
    await workbench.screenshot('agent-server-1-sheet');
    await workbench.quickInput.accept();
    const { message } = await workbench.notifications.waitFor('Conversation started');
    assert.match(message, /octocat\/Hello-World/);
    const [body] = sentTo('startConversation') as {
      readonly initial_message: { readonly content: readonly { readonly text: string }[] };
    }[];
    assert.match(
      body?.initial_message.content[0]?.text ?? '',
      /^Clone https:\/\/github\.com\/octocat\/Hello-World\.git into the subfolder "Hello-World" .*\n\nFix the parser$/,
    );
  });
});
