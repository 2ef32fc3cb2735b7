import assert from 'node:assert/strict';
import path from 'node:path';
import { gitIn } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { Clone, hostRemote } from '../unit/result/clones';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

describe('What the agent pushed', () => {
  const folder = new TemporaryFolder('pushed');
  let agent: Clone;
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const arrange = async (_: Service, window: Workbench) => {
    const repository = window.folder!;
    const bare = path.join(folder.path, 'Hello-World.git');
    const git = gitIn(repository);
    await git('clone', '--quiet', '--bare', repository, bare);
    await hostRemote(new Clone(repository), bare);
    agent = new Clone(path.join(folder.path, 'agent'));
    await git('clone', '--quiet', bare, agent.root);
  };

  sheetBench({ arrange, isGuest: true, changesRepository: true }, (bench) => ({ service, workbench, sheet } = bench));

  after(() => folder.dispose());

  const conversations = () => workbench.view('Conversations');

  it('is noticed when a fetch brings it, and said in the row and in the status bar', async () => {
    const since = service.requests.length;
    await sheet.open();
    await workbench.quickInput.fill('Greet politely');
    await workbench.quickInput.accept();
    await service.waitForRequest('startConversation', { since });
    await workbench.notifications.waitFor(/^Conversation started/);
    await workbench.openContainer('Agent Conversations');
    await conversations().waitForRow('Greet politely');
    await agent.push('agent/greet', 'Greet politely');
    await workbench.runCommand('Git: Fetch');
    await conversations().waitForText('agent/greet pushed');
    await workbench.statusBarItem().waitFor('Agent: agent/greet pushed');
    await workbench.screenshot('pushed-noticed');
  });

  it('is shown as its changes since the start', async () => {
    await workbench.runCommand('Agent: Review What Was Pushed...');
    await workbench.quickInput.waitForTitle('Pushed Since the Start · Greet politely');
    const row = await workbench.quickInput.waitForRow('agent/greet');
    await workbench.screenshot('pushed-branches');
    assert.match(row.description, /^1 commit · /);
    await workbench.quickInput.accept();
    const { buttons } = await workbench.notifications.waitFor('agent/greet: 1 changed file');
    await workbench.editor.waitForTabs('the changes in an editor', (tabs) =>
      tabs.some((tab) => tab.startsWith('Pushed to origin/agent/greet')),
    );
    await workbench.screenshot('pushed-changes');
    assert.deepEqual(buttons, ['Check Out', 'Create Pull Request'], 'the title of the editor has the rest');
  });

  it('can be checked out from the title of that editor, which only it has', async () => {
    const actions = ['Check Out Pushed Branch', 'Check Out Pushed Branch in Worktree...', 'Create Pull Request'];
    const shown = async () => (await workbench.editor.titleActions()).filter((action) => actions.includes(action));
    const waitFor = (wanted: readonly string[]) =>
      workbench.patience.until('the actions in the title', shown, (found) => found.join() === wanted.join());
    await waitFor(actions);
    await workbench.screenshot('pushed-title-actions');
    await workbench.runCommand('View: Keep Editor');
    await workbench.openContainer('Explorer');
    await workbench.explorer.open('README.md');
    await waitFor([]);
    await workbench.runCommand('View: Open Previous Editor');
    await waitFor(actions);
    await workbench.editor.clickTitleAction('Check Out Pushed Branch');
    await workbench.patience.until(
      'the branch of the clone',
      () => gitIn(workbench.folder!)('branch', '--show-current'),
      (branch) => branch.trim() === 'agent/greet',
    );
  });
});
