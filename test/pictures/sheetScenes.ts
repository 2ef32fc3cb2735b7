import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minimalSettings, sampleSettings } from '../service/sampleSettings';
import type { Stage } from './stage';

const group = 'review sheet';

const longMessage =
  'Rewrite the parser so that it reports every error it finds with its line and column, instead of giving up at the first one it meets; then run the tests, and mend what they find';

/** The review sheet, from little to show to a lot of it. */
export async function sheetScenes(stage: Stage): Promise<void> {
  const { workbench, service, sheet } = stage;
  const { quickInput } = workbench;
  await sheet.open();
  await stage.take(group, 'plain', 'quickInput');
  await quickInput.fill(longMessage);
  await sheet.waitForMessage(longMessage);
  await stage.take(group, 'long message', 'quickInput');
  const arabic = 'أصلح الاختبار الفاشل في parser.ts ثم شغّل npm test';
  await quickInput.fill(arabic);
  await sheet.waitForMessage(arabic);
  await stage.take(group, 'right to left', 'quickInput');
  await quickInput.fill('');
  await stage.clear();

  await changeRepository(stage);
  service.setRawSettings({ ...minimalSettings, llm_api_key_set: false, provider_tokens_set: { gitlab: null } });
  await workbench.runCommand('Agent: Refresh Settings');
  await workbench.view('Service Settings').waitForRow(/^Language model/);
  await sheet.open();
  await sheet.waitForRow('Uncommitted');
  await quickInput.fill('Fix the failing test');
  await sheet.waitForMessage('Fix the failing test');
  await stage.showFirstRow();
  await stage.take(group, 'warnings', 'quickInput');
  await stage.take(group, 'warnings, in the window', 'window');
  await sheet.choose('1 unpushed commit');
  await quickInput.waitForTitle(/1 unpushed commit/);
  await stage.take(group, 'fixes of a warning', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
  await sheet.choose('Branch: ');
  await quickInput.waitForTitle('Branch');
  await stage.take(group, 'branches', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
  await sheet.choose('Repository: ');
  await quickInput.waitForTitle('Repository');
  await stage.take(group, 'repositories', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
  await sheet.choose('More Options...');
  await quickInput.waitForTitle('More Options');
  await stage.take(group, 'add or more', 'quickInput');
  await quickInput.choose('Conversation ID');
  await quickInput.answer('Conversation ID', 'mine');
  await sheet.add('Images');
  await quickInput.choose('Add Image URL...');
  await quickInput.answer('Image URL', 'https://example.com/a.png');
  await sheet.waitForRow('Conversation ID: mine');
  await stage.take(group, 'several set', 'window');
  await sheet.remove('Conversation ID');
  await sheet.remove('Images');
  await quickInput.fill('');
  await stage.clear();
  service.setSettings(sampleSettings);
}

/** Makes a commit and changes that are only local. */
async function changeRepository({ repository, workbench }: Stage): Promise<void> {
  await appendFile(path.join(repository.path, 'src', 'hello.js'), '\nmodule.exports = { greet };\n');
  await repository.git('commit', '--all', '--message', 'Export greet');
  await writeFile(path.join(repository.path, 'src', 'languages.js'), "module.exports = ['ar', 'de', 'en'];\n");
  await appendFile(path.join(repository.path, 'README.md'), '\nIt speaks three languages.\n');
  await workbench.runCommand('Git: Refresh');
}
