import assert from 'node:assert/strict';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';
import { sheetFields } from './sheetFields';

const place = { repository: 'group/sub/project', git_provider: 'gitlab', selected_branch: 'feature/x' };
const first = { ...place, initial_user_msg: 'Do it once more' };

// One story, told in order: each step depends on the one before.
describe('Starting again', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({}, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  /** Waits for the sheet with what the first start sent, presses Enter, and returns the body that arrives. */
  async function startAsShown(picture: string): Promise<unknown> {
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage(first.initial_user_msg);
    await sheet.waitForRow('Branch: feature/x');
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot(picture);
    assert.deepEqual(sheetFields(rows), place);
    const since = service.requests.length;
    await workbench.quickInput.accept();
    return (await service.waitForRequest('startConversation', { since })).body;
  }

  async function fillField(label: string, ...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    await sheet.choose(`${label}: `);
    await workbench.quickInput.waitForTitle(label);
    for (const step of steps) await step();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
  }

  it('begins with a conversation whose fields were changed', async () => {
    const { quickInput } = workbench;
    await sheet.open();
    await quickInput.fill(first.initial_user_msg);
    await fillField(
      'Repository',
      () => quickInput.pick('Enter Repository...'),
      () => quickInput.waitForMessage(/Path of the repository on its host/),
      () => quickInput.fill(first.repository),
      () => quickInput.accept(),
    );
    await fillField(
      'Repository',
      () => quickInput.pick('Select Git Provider...'),
      () => quickInput.waitForTitle('Git Provider'),
      () => quickInput.pick('GitLab'),
    );
    await fillField(
      'Branch',
      () => quickInput.fill(first.selected_branch),
      () => quickInput.accept(),
    );
    const since = service.requests.length;
    service.misbehave('startConversation', answers(400, { status: 'error', message: 'No room for another one' }));
    await sheet.start();
    assert.deepEqual((await service.waitForRequest('startConversation', { since })).body, first);
    await workbench.notifications.waitFor(/No room for another one/);
    await workbench.view('Conversations').waitForRow(first.initial_user_msg);
  });

  it("sends the same from the view's context menu, although the first start failed and the defaults have changed", async () => {
    await mkdir(path.join(workbench.folder!, '.vscode'));
    await writeFile(
      path.join(workbench.folder!, '.vscode', 'settings.json'),
      JSON.stringify({ 'agentConversations.conversationInstructions': 'Be brief' }),
    );
    await workbench.patience.until(
      'the new default',
      async () => {
        await sheet.close();
        await workbench.runCommand('Agent: Start Conversation...');
        await sheet.waitForRow('Repository: group/sub/project');
        return workbench.quickInput.rows();
      },
      (rows) => rows.some(({ description }) => description.startsWith('Instructions: Be brief')),
    );
    // What failed is still here: the user continues with it.
    await workbench.quickInput.fill('Half a thought');
    await sheet.close();

    const menu = await workbench.view('Conversations').contextMenu(first.initial_user_msg);
    assert.ok(menu.includes('Start Again...'), menu.join());
    await workbench.view('Conversations').chooseFromContextMenu(first.initial_user_msg, 'Start Again...');
    assert.deepEqual(await startAsShown('start-again-1-sheet'), first);
    await workbench.notifications.waitFor(/^Conversation started/);
  });

  it('has set aside what was being written', async () => {
    await workbench.patience.until(
      'the unfinished message in a document',
      () => findInFiles(workbench.server.dataFolder, 'Half a thought'),
      (files) => files.some((file) => file.endsWith('.md')) && !files.some((file) => file.endsWith('draft.json')),
    );
  });

  it('sends the same from the menu of the status bar', async () => {
    await workbench.statusBarItem().click();
    await workbench.quickInput.waitForRow('Start Again...');
    await workbench.screenshot('start-again-2-status-menu');
    await workbench.quickInput.pick('Start Again...');
    assert.deepEqual(await startAsShown('start-again-3-sheet'), first);
  });

  it('asks which one when it comes from the palette', async () => {
    await workbench.runCommand('Agent: Start Past Conversation Again...');
    await workbench.quickInput.waitForTitle('Start Again');
    await workbench.quickInput.waitForRows();
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('start-again-4-which');
    assert.deepEqual(
      rows.map(({ label }) => label),
      rows.map(() => first.initial_user_msg),
    );
    assert.equal(rows.length, 3);
    await workbench.quickInput.accept();
    assert.deepEqual(await startAsShown('start-again-5-sheet'), first);
  });

  it("says what the first start had and the history doesn't save, until the user continues without it", async () => {
    const message = 'Look at this';
    const [journal = assert.fail('no journal')] = (
      await findInFiles(workbench.server.dataFolder, first.initial_user_msg)
    ).filter((file) => file.endsWith('conversations.jsonl'));
    const conversation = {
      id: 'with-images',
      baseUrl: service.url,
      request: { initial_user_msg: `${message}\nand at that`, conversation_id: 'c1' },
      notKept: ['image_urls'],
      outcome: 'started',
      sentAt: 1,
      deadline: 2,
    };
    await appendFile(
      path.join(workbench.server.dataFolder, journal),
      `${JSON.stringify({ version: 1, type: 'sent', conversation })}\n`,
    );
    await workbench.view('Conversations').chooseFromContextMenu(message, 'Start Again...');
    await sheet.waitForRow("The original images weren't saved");
    await sheet.waitForRow('The original start had its own conversation ID');
    await workbench.screenshot('start-again-6-not-kept');
    await sheet.choose("The original images weren't saved");
    await workbench.quickInput.waitForTitle(/^The original images/);
    await workbench.screenshot('start-again-7-fixes');
    await workbench.quickInput.pick('Continue Without It');
    await workbench.patience.until(
      'the warning to go',
      () => workbench.quickInput.rows(),
      (rows) =>
        rows.some(({ label }) => label === 'Start') &&
        !rows.some(({ description }) => description.startsWith('The original images')),
    );
    const since = service.requests.length;
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { initial_user_msg: conversation.request.initial_user_msg });
  });
});
