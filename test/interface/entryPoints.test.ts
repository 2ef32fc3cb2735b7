import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench, WorkbenchOptions } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('From where you are,', () => {
  const folder = new TemporaryFolder('entry-points');
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

  const inExplorer = (name: string) =>
    workbench.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();

  /** Shows the folder `src` of the Explorer, expanded. */
  async function showFiles(): Promise<void> {
    await workbench.openContainer('Explorer');
    await workbench.patience.act('wait for the files', () => inExplorer('src').waitFor());
    if ((await inExplorer('src').getAttribute('aria-expanded')) !== 'true') {
      await workbench.patience.act('open src', () => inExplorer('src').click());
    }
    await workbench.patience.act('wait for its files', () => inExplorer('hello.js').waitFor());
  }

  async function openFile(name: string): Promise<void> {
    const { page, patience } = workbench;
    await showFiles();
    await patience.act(`open ${name}`, () => inExplorer(name).dblclick());
    await patience.act('go to its first line', async () => {
      await page.locator(`.part.editor .tab.active[data-resource-name="${name}"]`).waitFor();
      await page.locator('.part.editor .view-lines').first().click();
      await page.keyboard.press('Control+Home');
    });
  }

  async function send(words: string): Promise<Readonly<Record<string, unknown>>> {
    const since = service.requests.length;
    await sheet.waitForRow('Repository: octocat/');
    if (words !== '') await workbench.quickInput.type(words);
    await workbench.quickInput.accept();
    const { body } = await service.waitForRequest('startConversation', { since });
    return body as Readonly<Record<string, unknown>>;
  }

  it('a selection becomes a row, and exactly its message is sent', async () => {
    await openFile('hello.js');
    for (let line = 0; line < 3; line++) await workbench.page.keyboard.press('Shift+ArrowDown');
    await workbench.runCommand('Agent: Delegate Selection to Agent');
    await sheet.waitForRow('In the message: selection src/hello.js:1-3 (');
    await workbench.screenshot('entry-selection-light');
    assert.deepEqual(await send('Explain it'), {
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
      initial_user_msg:
        'Explain it\n\nSelected in `src/hello.js:1-3`:\n\n' +
        '```javascript\nfunction greet(name) {\n  return `Hello, ${name}!`;\n}\n```',
    });
  });

  it('files of the Explorer are attached from their context menu, and a row removes one again', async () => {
    const { page, patience } = workbench;
    await showFiles();
    await patience.act('choose two files', async () => {
      await inExplorer('hello.js').click();
      await inExplorer('README.md').click({ modifiers: ['ControlOrMeta'] });
      await inExplorer('README.md').click({ button: 'right' });
    });
    const entry = page.locator('.monaco-menu .action-menu-item', { hasText: 'Start Conversation with File' });
    await patience.act('wait for the menu', () => entry.waitFor());
    await workbench.screenshot('entry-explorer-light');
    await patience.act('choose the entry', () => entry.click());
    await sheet.waitForRow('In the message: file src/hello.js (');
    await sheet.waitForRow('In the message: file README.md (');
    await sheet.choose('In the message: file README.md (');
    await workbench.quickInput.pick('Remove from Message');
    await sheet.waitForNoRow('In the message: file README.md');
    const since = service.requests.length;
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.match(
      (body as { initial_user_msg: string }).initial_user_msg,
      /^The file `src\/hello\.js`:\n\n```javascript\nfunction greet[^]*\n```$/,
    );
  });

  it('the light bulb offers to delegate a TODO', async () => {
    const { page, patience } = workbench;
    await openFile('plan.js');
    await page.keyboard.press('ArrowRight');
    const bulb = page.locator('.lightBulbWidget:visible, .codicon-gutter-lightbulb:visible').first();
    await patience.act('wait for the light bulb', () => bulb.waitFor());
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
    const { initial_user_msg: message } = await send('');
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
    assert.deepEqual((await send(''))['suggested_task'], {
      git_provider: 'github',
      task_type: 'MERGE_CONFLICTS',
      repo: 'octocat/Hello-World',
      issue_number: 12,
      title: 'Resolve the merge conflicts in README.md',
    });
  });
});
