import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitIn, type SampleRepository } from '../host/sampleRepository';
import type { Workbench } from '../host/workbench';
import { minimalSettings } from '../service/sampleSettings';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const workspaceSettings = { 'agentConversations.conversationInstructions': 'Always run the tests' };

describe('The warnings of the review sheet', () => {
  let git: SampleRepository['git'];
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const arrange = async (begun: Service, window: Workbench) => {
    const folder = window.folder!;
    git = gitIn(folder);
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(workspaceSettings));
    await git('add', '.');
    await git('commit', '--message', 'Only here');
    await writeFile(path.join(folder, 'README.md'), 'Changed, with ```fences``` in it\n');
    await writeFile(path.join(folder, 'logo.bin'), Buffer.from([0, 1, 2, 3]));
    begun.setRawSettings({ ...minimalSettings, llm_api_key_set: false, provider_tokens_set: { gitlab: null } });
  };

  sheetBench({ arrange, isGuest: true, changesRepository: true }, (bench) => ({ service, workbench, sheet } = bench));

  before(async () => {
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
    // A window hears a while later of settings that were written in its folder.
    await workbench.patience.until(
      "the folder's instructions and changes on the sheet",
      async () => (await sheet.glance()).map(({ description }) => description).join('\n'),
      (rows) => rows.includes('\nInstructions: Always run the tests') && rows.includes('\nUncommitted (1 changed, 1 '),
    );
  });

  const gitState = async () =>
    (await git('--no-optional-locks', 'status', '--porcelain=v2', '--branch')) + (await git('for-each-ref'));

  /** Texts of the warnings on the sheet. */
  async function warnings(): Promise<readonly string[]> {
    const rows = await workbench.quickInput.rows();
    return rows.filter(({ icon }) => /^(warning|error)$/.test(icon)).map(({ description }) => description);
  }

  it('name what is only here, and what the settings lack', async () => {
    await sheet.open();
    await sheet.waitForRow('Uncommitted (1 changed, 1 untracked)');
    await workbench.screenshot('preflight-warnings');
    assert.deepEqual(await warnings(), [
      'No model API key is set on the service: the start will fail',
      'The service has no GitHub token and might not have access to the repository',
      '1 unpushed commit: not visible to the agent',
      'Uncommitted (1 changed, 1 untracked): not visible to the agent',
    ]);
  });

  it('follow what happens in the clone while the sheet is open', async () => {
    await sheet.open();
    await sheet.waitForRow('1 unpushed commit:');
    await git('commit', '--quiet', '--allow-empty', '--message', 'In the terminal');
    await sheet.waitForRow('2 unpushed commits:');
    await git('reset', '--quiet', '--soft', 'HEAD~');
    await sheet.waitForRow('1 unpushed commit:');
  });

  it('add the changes to the message on a click, with their size', async () => {
    const before = await gitState();
    await sheet.open();
    await workbench.quickInput.fill('Go on from here');
    await sheet.choose('1 unpushed commit');
    await workbench.quickInput.waitForTitle(/1 unpushed commit/);
    await workbench.screenshot('preflight-fixes');
    await workbench.quickInput.pick('Add Changes to Message');
    await sheet.waitForRow('In the message: local changes (');
    const left = (await warnings()).map((words) => words.split(' ').slice(0, 3).join(' '));
    assert.deepEqual(left, ['No model API', 'The service has'], 'the agent sees them now');
    const since = service.requests.length;
    await sheet.start();

    const { body } = await service.waitForRequest('startConversation', { since });
    const { initial_user_msg: message, ...rest } = body as { initial_user_msg: string };
    const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };
    assert.deepEqual(rest, { ...place, conversation_instructions: 'Always run the tests' });
    assert.match(message, /^Go on from here\n\nThese changes aren't on the remote yet/);
    assert.match(message, /\n````diff\ndiff --git [\s\S]*\ndiff --git a\/README\.md b\/README\.md\n[\s\S]*\n````\n/);
    assert.match(
      message,
      /Not included, because they are binary, in Git LFS, too large, or inside a submodule: `logo\.bin`$/,
    );
    assert.equal(await gitState(), before, 'nothing was touched');
  });
});
