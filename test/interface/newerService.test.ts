import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { RecordedRequest } from '../service/recording';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { benchKey, sheetBench } from './sheetBench';
import type { Sheet } from './sheet';

const startPath = '/api/v1/app-conversations';
const tasksPath = `${startPath}/start-tasks`;

// One story, told in order: each step stands on the one before.
describe('A service of API V1', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const options = { sessionKey: benchKey, settings: sampleSettings, api: 'v1', pageForOldPaths: true } as const;
  sheetBench({ isStory: true, service: options }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const starts = () => service.requests.filter(({ method }) => method === 'POST');
  const pathOf = ({ path }: RecordedRequest) => path.replace(/\?.*$/, '');
  const rows = () => workbench.view('Conversations');

  async function start(message: string): Promise<void> {
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
  }

  it('is recognized by its settings when the key is entered, before anything else is sent to it', () => {
    const asked = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(asked.slice(0, 2), ['GET /api/settings', 'GET /api/v1/settings']);
    assert.ok(!asked.slice(2).includes('GET /api/settings'), asked.join('\n'));
    assert.deepEqual(starts(), []);
  });

  it('is sent one request for a start, in its own form, and reported as started when it says so', async () => {
    service.startTasks.goThrough('WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'READY');
    await start('Fix the parser');
    const { message } = await workbench.notifications.waitFor('Conversation started');
    await workbench.screenshot('newer-4-started');
    assert.match(message, /octocat\/Hello-World/);
    const [sent, ...others] = starts();
    assert.ok(sent && others.length === 0);
    assert.equal(sent.path, startPath);
    const { conversation_id: id, ...body } = sent.body as Record<string, unknown>;
    assert.match(String(id), /^[\da-f]{32}$/);
    assert.deepEqual(body, {
      initial_message: { content: [{ type: 'text', text: 'Fix the parser' }] },
      selected_repository: 'octocat/Hello-World',
      selected_branch: 'main',
      git_provider: 'github',
    });
    assert.equal(service.requests.filter((one) => pathOf(one) === tasksPath).length, 3);
    await rows().waitForRow('Fix the parser');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });
});
