import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { RecordedRequest } from '../service/recording';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { benchKey, sheetBench } from './sheetBench';
import { setSessionKey } from './setSessionKey';
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

  it('is shown with its API where services are chosen', async () => {
    await workbench.runCommand('Agent: Set Service URL...');
    await workbench.quickInput.waitForTitle('Service URL');
    const [row] = await workbench.quickInput.waitForRows();
    await workbench.screenshot('newer-2-services');
    assert.match(row?.description ?? '', /key set · current · API V1$/);
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();
  });

  it('is offered no field that it has no place for, with the reason', async () => {
    await sheet.open();
    await sheet.choose('Add or More...');
    await workbench.quickInput.waitForTitle('Add or More');
    const listed = await workbench.quickInput.rows();
    await workbench.screenshot('newer-3-fields');
    const refused = listed.filter(({ description }) => description.includes('not supported by this service'));
    assert.equal(refused.length, 3, JSON.stringify(listed));
    await workbench.quickInput.escape();
    await sheet.close();
  });

  it('has its settings in the same rows, under its own names', async () => {
    await workbench.view('Settings').waitForRow('Language model');
    const tooltip = await workbench.view('Settings').tooltip('Language model');
    await workbench.screenshot('newer-1-settings');
    assert.match(tooltip, /agent_settings\.llm\.model/);
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

  it('is sent the fields that it has as they are set on the sheet, which warns of what it would refuse', async () => {
    const { quickInput } = workbench;
    const answer = (title: string, text: string) => sheet.answer(title, text);
    const id = '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
    service.startTasks.goThrough('READY');
    await sheet.open();
    await quickInput.fill('Do all of it');
    await sheet.add('Instructions');
    await answer('Instructions', 'Be brief');
    await sheet.waitForRow('Instructions: Be brief');
    await sheet.add('Conversation ID');
    await answer('Conversation ID', 'mine');
    await quickInput.waitForMessage('This service requires a UUID.');
    await answer('Conversation ID', id);
    await sheet.waitForRow(`Conversation ID: ${id}`);
    await sheet.add('Suggested task');
    await answer('Suggested Task (1/5)', 'GitHub');
    await answer('Suggested Task (2/5)', 'MERGE_CONFLICTS');
    await answer('Suggested Task (3/5)', 'octocat/Hello-World');
    await answer('Suggested Task (4/5)', '7');
    await answer('Suggested Task (5/5)', 'Resolve');
    await sheet.waitForRow('This service accepts either this or "Message"');
    await workbench.screenshot('newer-4-warning');
    const before = service.requests.length;
    await sheet.start();
    await workbench.notifications.waitFor('accepts either "Suggested task" or "Message"');
    assert.deepEqual(service.requests.slice(before), [], 'nothing is sent');
    await workbench.runCommand('Notifications: Clear All Notifications');
    await sheet.open();
    await sheet.remove('Suggested task');
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since: before, timeoutMs: 20_000 });
    assert.deepEqual(body, {
      conversation_id: id,
      initial_message: { content: [{ type: 'text', text: 'Do all of it' }] },
      selected_repository: 'octocat/Hello-World',
      selected_branch: 'main',
      git_provider: 'github',
      system_message_suffix: 'Be brief',
    });
    await workbench.notifications.waitFor('Conversation started');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('says why it could not prepare a start, and nothing of the message is lost', async () => {
    service.startTasks.goThrough('WAITING_FOR_SANDBOX', { error: 'no LLM key configured' });
    await start('Describe the API');
    const { message } = await workbench.notifications.waitFor('no LLM key configured');
    await workbench.screenshot('newer-5-failed');
    assert.ok(!message.includes('may have started'), message);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await sheet.open();
    await sheet.waitForMessage('Describe the API');
    await sheet.close();
  });

  it('is waited for by the next window if this one is closed meanwhile, without another start', async () => {
    service.startTasks.goThrough('PREPARING_REPOSITORY');
    const before = starts().length;
    await sheet.open();
    await workbench.quickInput.fill('Survive a reload');
    await workbench.quickInput.accept();
    const isAsked = (request: RecordedRequest) => pathOf(request) === tasksPath;
    await service.waitForRequest(isAsked, { since: service.requests.length, timeoutMs: 20_000 });
    await workbench.statusBarItem().waitFor('Agent: Preparing');
    await workbench.screenshot('newer-6-preparing');
    await workbench.reload();
    const [task] = service.startTasks.all.slice(-1);
    assert.ok(task);
    service.startTasks.move(task.id, 'READY');
    await workbench.notifications.waitFor('Conversation started');
    await workbench.statusBarItem().waitFor(/Agent: (?!Preparing)/);
    await workbench.screenshot('newer-7-taken-up');
    assert.equal(starts().length, before + 1);
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('is asked for all followed conversations at once', async () => {
    for (const { conversationId } of service.startTasks.all)
      service.startTasks.report(conversationId, { sandbox: 'RUNNING', execution: 'running' });
    const asked = service.requests.filter((one) => one.method === 'GET' && pathOf(one) === startPath);
    assert.deepEqual(asked, [], 'nobody agreed to it before');
    await rows().chooseFromContextMenu('Survive a reload', 'Follow Status');
    await workbench.dialog.waitFor(`Follow the status of your conversations on ${service.url}?`);
    const after = service.requests.length;
    await workbench.dialog.click('Follow');
    const both = (request: RecordedRequest) =>
      pathOf(request) === startPath && new URL(request.path, service.url).searchParams.getAll('ids').length === 3;
    await service.waitForRequest(both, { since: after, timeoutMs: 40_000 });
    await workbench.statusBarItem().waitFor(/Running/);
    await workbench.screenshot('newer-8-followed');
  });

  it('is asked with a new key in the same way', async () => {
    const after = service.requests.length;
    await setSessionKey(workbench, benchKey);
    const asked = service.requests
      .slice(after)
      .map(({ method, path }) => `${method} ${pathOf({ path } as RecordedRequest)}`);
    assert.deepEqual(asked.filter((one) => /settings/.test(one)).slice(0, 2), [
      'GET /api/settings',
      'GET /api/v1/settings',
    ]);
  });
});
