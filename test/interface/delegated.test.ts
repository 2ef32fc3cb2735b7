import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('From what is open in the repository,', () => {
  const folder = new TemporaryFolder('delegated');
  let repository: SampleRepository;
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const prepare = async (): Promise<WorkbenchOptions> => {
    repository = await makeSampleRepository(folder.path);
    await writeFile(path.join(repository.path, 'src', 'plan.js'), '// TODO: greet in German\nconst todoList = [];\n');
    await repository.git('add', '.');
    await repository.git('commit', '--message', 'Plan');
    await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    return { folder: repository.path, theme: 'light' };
  };

  sheetBench({ prepare }, (bench) => ({ service, workbench, sheet } = bench));

  after(() => folder.dispose());

  it('the light bulb offers to delegate a TODO', async () => {
    const { page, patience } = workbench;
    await workbench.openContainer('Explorer');
    await workbench.explorer.expand('src');
    await workbench.explorer.open('plan.js');
    await page.keyboard.press('ArrowRight');
    const bulb = page.locator('.lightBulbWidget:visible, .codicon-gutter-lightbulb:visible').first();
    await patience.until(
      'the light bulb',
      () => bulb.isVisible(),
      (isShown) => isShown,
    );
    const entry = page.locator('.action-widget .monaco-list-row', { hasText: 'Delegate TODO to Agent' });
    // A key pressed while the bulb is redrawn opens nothing.
    await patience.until(
      'the entry in its menu',
      async () => {
        await page.keyboard.press('Control+.');
        return entry.waitFor({ timeout: 5_000 }).then(() => true);
      },
      (isOpen) => isOpen,
    );
    await workbench.screenshot('entry-light-bulb-light');
    // It's the only one and has the focus.
    await patience.act('choose the entry', () => page.keyboard.press('Enter'));
    await sheet.waitForRow('In the message: comment src/plan.js:1 (');
    const { initial_user_msg: message } = await sheet.send('', service);
    assert.equal(
      message,
      'Do what the comment in `src/plan.js:1` says.\n\nLines 1-3:\n\n' +
        '```javascript\n// TODO: greet in German\nconst todoList = [];\n```',
    );
  });

  it("merge conflicts become the service's task", async () => {
    const commit = async (text: string) => {
      await writeFile(path.join(repository.path, 'README.md'), `${text}\n`);
      await repository.git('commit', '--all', '--message', text);
    };
    await repository.git('checkout', '-b', 'theirs');
    await commit('Theirs');
    await repository.git('checkout', 'main');
    await commit('Ours');
    await assert.rejects(repository.git('merge', 'theirs'));
    await workbench.runCommand('Agent: Resolve Merge Conflicts...');
    await workbench.quickInput.waitForMessage('1 file has conflicts.');
    await workbench.quickInput.fill('twelve');
    await workbench.quickInput.waitForMessage('Enter a whole number');
    await workbench.screenshot('entry-conflicts-number-light');
    await workbench.quickInput.fill('#12');
    await workbench.quickInput.accept();
    await sheet.waitForRow('Suggested task: resolve merge conflicts · #12 · octocat/Hello-World');
    await workbench.screenshot('entry-conflicts-light');
    assert.deepEqual((await sheet.send('', service))['suggested_task'], {
      git_provider: 'github',
      task_type: 'MERGE_CONFLICTS',
      repo: 'octocat/Hello-World',
      issue_number: 12,
      title: 'Resolve the merge conflicts in README.md',
    });
  });
});
