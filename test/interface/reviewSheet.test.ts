import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { holds } from '../service/faults';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';
import { sheetFields } from './sheetFields';

describe('The review sheet', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  it('keeps "Start" first and selected while you type', async () => {
    await sheet.open();
    for (const text of ['Branch', 'repo', 'octocat', 'g', 'Start']) {
      await workbench.quickInput.fill(text);
      await sheet.waitForMessage(text);
      const rows = await workbench.quickInput.rows();
      assert.deepEqual(
        rows.map(({ icon }) => icon),
        ['play', 'repo', 'git-branch', 'add'],
        text,
      );
      assert.ok(rows[0]?.focused, text);
    }
    await workbench.quickInput.fill('');
  });

  it('lets every field be changed with the keyboard, and sends what it shows', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Work somewhere else');
    await sheet.choose('Repository');
    await workbench.quickInput.answer('Repository', 'Enter Repository');
    await workbench.quickInput.waitForMessage(/Path of the repository on its host/);
    await workbench.quickInput.fill('one-name');
    await workbench.quickInput.waitForMessage(/Use a path like/);
    await workbench.quickInput.fill('group/sub/project');
    await workbench.quickInput.accept();

    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Repository: group/sub/project');
    const other = sheetFields(await workbench.quickInput.rows());
    assert.deepEqual(
      other,
      { repository: 'group/sub/project' },
      'provider and branch were those of another repository',
    );
    await sheet.choose('Repository');
    await workbench.quickInput.answer('Repository', 'Select Git Provider');
    await workbench.quickInput.answer('Git Provider', 'GitLab');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.choose('Branch');
    await workbench.quickInput.waitForTitle('Branch');
    await workbench.quickInput.fill('no..dots');
    await sheet.waitForRow('Not a valid Git branch name');
    await workbench.quickInput.fill('feature/ü-1');
    await workbench.quickInput.accept();

    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Work somewhere else');
    await sheet.waitForRow('Branch: feature/ü-1');
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('sheet-fields');
    const since = service.requests.length;
    await sheet.start();
    const request = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(request.body, { ...sheetFields(rows), initial_user_msg: 'Work somewhere else' });
    assert.deepEqual(request.body, {
      repository: 'group/sub/project',
      git_provider: 'gitlab',
      selected_branch: 'feature/ü-1',
      initial_user_msg: 'Work somewhere else',
    });
    await workbench.notifications.waitFor('Conversation started in group/sub/project on feature/ü-1.');
  });

  it('offers actions for the whole draft in its title, on keys, and behind its last row', async () => {
    const { editor, page, quickInput } = workbench;
    await sheet.open();
    await quickInput.fill('Look at me');
    const { buttons } = (await quickInput.state())!;
    assert.deepEqual(buttons, [
      'Write in Editor',
      'Attach Images...',
      'Use Template...',
      'Preview Request',
      'Copy as cURL',
    ]);
    const ways: readonly (() => Promise<void>)[] = [
      () => quickInput.clickButton('Preview Request'),
      async () => {
        await quickInput.press('ControlOrMeta+k');
        await quickInput.press('p');
      },
      () => sheet.add('Preview Request'),
    ];
    for (const preview of ways) {
      await preview();
      await editor.waitForText('"initial_user_msg": "Look at me"');
      await quickInput.waitForClosed();
      await page.keyboard.press('Escape');
      await quickInput.waitForTitle(/^Start Conversation/);
      await sheet.waitForMessage('Look at me');
      await sheet.waitForRow('· everything pushed', ({ focused }) => focused);
    }
    await sheet.choose('More Options...');
    await quickInput.waitForTitle('More Options');
    await workbench.screenshot('sheet-add-or-more');
    const behind = (await quickInput.rows()).map(({ label }) => label);
    assert.deepEqual(behind, [
      'Images',
      'Suggested task',
      'Micro-agent',
      'Replay',
      'Instructions',
      'Result branch',
      'MCP servers',
      'Conversation ID',
      'Write in Editor',
      'Use Template...',
      'Preview Request',
      'Copy as cURL',
    ]);
    // VS Code's own key for the button.
    await quickInput.press('Control+Alt+Minus');
    await sheet.waitForMessage('Look at me');
    await quickInput.fill('');
  });

  it('shows progress when a start takes long; canceling stops waiting and says what that means', async () => {
    const held = holds();
    service.misbehave('startConversation', held);
    await sheet.open();
    await workbench.quickInput.fill('Slow');
    await workbench.quickInput.accept();
    await workbench.notifications.waitFor('Starting conversation in octocat/Hello-World on main');
    await workbench.statusBarItem().waitFor('Agent: Sending');
    await workbench.screenshot('start-progress');
    await workbench.notifications.click('Starting conversation', 'Cancel');
    const { severity } = await workbench.notifications.waitFor(/^May have started\. .*Stopped waiting for /);
    assert.equal(severity, 'warning', 'it is what was asked for');
    held.release();
    await sheet.open();
    await workbench.quickInput.fill('');
  });
});
