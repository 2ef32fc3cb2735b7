import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };
const prompt = [
  '---',
  'description: Looks for what is missing',
  '---',
  '# Review of ${repository} at ${branch}',
  '',
  'See ${file} and ${input:focus}: ${selection}',
  '',
].join('\n');

describe('Templates', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ window: { theme: 'light' } }, (bench) => ({ service, workbench, sheet } = bench));

  async function openTemplates(): Promise<void> {
    await sheet.add('Use Template...');
    await workbench.quickInput.waitForTitle('Use Template');
    await workbench.quickInput.waitForRow('Edit Templates in Settings...');
  }

  async function startAndReceive(): Promise<unknown> {
    const since = service.requests.length;
    await sheet.start();
    return (await service.waitForRequest('startConversation', { since })).body;
  }

  it('tell how to write one if there is none, and keep the message', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Typed before');
    await openTemplates();
    const { placeholder } = (await workbench.quickInput.state())!;
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('templates-1-none');
    assert.match(placeholder, /No templates yet/);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Edit Templates in Settings...'],
    );
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForClosed();
    await workbench.patience.until(
      'the setting',
      async () => (await workbench.dump()).text,
      (text) => text.includes('Message templates, by name'),
    );
    await workbench.screenshot('templates-2-settings');
    // The newest VS Code shows its settings over the window, the oldest in a tab.
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('View: Close All Editors');
    await sheet.open();
    await sheet.waitForMessage('Typed before');
    await workbench.quickInput.fill('');
  });

  it('from the settings and from the team are offered, with their source', async () => {
    const prompts = path.join(workbench.folder!, '.github', 'prompts');
    await mkdir(prompts, { recursive: true });
    await writeFile(path.join(prompts, 'review.prompt.md'), prompt);
    await writeFile(path.join(prompts, 'empty.prompt.md'), '---\nname: Empty\n---\n');
    await mkdir(path.join(workbench.folder!, '.vscode'));
    await writeFile(
      path.join(workbench.folder!, '.vscode', 'settings.json'),
      JSON.stringify({ 'agentConversations.templates': { Changelog: 'Update the changelog of ${repository}' } }),
    );
    const rows = await workbench.patience.until(
      'the templates',
      async () => {
        await sheet.close();
        await sheet.open();
        await openTemplates();
        return workbench.quickInput.rows();
      },
      (seen) => seen.some(({ label }) => label === 'Changelog'),
    );
    await workbench.screenshot('templates-3-offered');
    assert.deepEqual(
      rows.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['Changelog', 'Update the changelog of ${repository}', 'From settings'],
        ['review', 'Looks for what is missing', '.github/prompts/review.prompt.md'],
        ['.github/prompts/empty.prompt.md', 'Not a template: no text', ''],
        [
          'Edit Templates in Settings...',
          '',
          'Team templates are files in the repository: .github/prompts/*.prompt.md',
        ],
      ],
    );
  });

  it('with one line become what is typed, and are sent', async () => {
    await sheet.open();
    await openTemplates();
    await workbench.quickInput.pick('Changelog');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Update the changelog of octocat/Hello-World');
    assert.deepEqual(await startAndReceive(), {
      ...place,
      initial_user_msg: 'Update the changelog of octocat/Hello-World',
    });
  });

  it("with several lines go before what is typed, and say what they couldn't fill in", async () => {
    await sheet.close();
    await sheet.open();
    await workbench.quickInput.fill('Be thorough');
    await openTemplates();
    await workbench.quickInput.pick('review');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Be thorough');
    await workbench.notifications.waitFor(/^Left in the message because .*: \$\{file\}, \$\{selection\}$/);
    await workbench.screenshot('templates-4-in-the-message');
    assert.deepEqual(await startAndReceive(), {
      ...place,
      initial_user_msg:
        '# Review of octocat/Hello-World at main\n\nSee ${file} and ${input:focus}: ${selection}\n\nBe thorough',
    });
  });

  it('take file and selection from the active editor', async () => {
    await workbench.openContainer('Explorer');
    const file = workbench.page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'README.md' });
    await workbench.patience.act('open README.md', () => file.dblclick());
    await workbench.editor.waitForText('A small program');
    await workbench.runCommand('Select All');
    await sheet.open();
    await openTemplates();
    await workbench.quickInput.pick('review');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    const content = await readFile(path.join(workbench.folder!, 'README.md'), 'utf8');
    assert.deepEqual(await startAndReceive(), {
      ...place,
      initial_user_msg: `# Review of octocat/Hello-World at main\n\nSee README.md and \${input:focus}: ${content.trimEnd()}`,
    });
  });
});
