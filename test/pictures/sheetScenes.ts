import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitIn } from '../host/sampleRepository';
import { minimalSettings, sampleSettings } from '../service/sampleSettings';
import { Stage, wideAndNarrow } from './stage';
import { weekOfWork } from './sampleConversations';
import type { Camera } from './camera';
import { answers, drops, holds, type Fault } from '../service/faults';
import { newerServer } from '../service/realServers';

const longMessage =
  'Rewrite the parser so that it reports every error it finds with its line and column, instead of giving up at the first one it meets; then run the tests, and mend what they find';

/** The review sheet, from little to show to a lot of it. */
export async function sheetScenes(stage: Stage): Promise<void> {
  const { workbench, service, sheet } = stage;
  const { quickInput } = workbench;
  await sheet.open();
  await stage.take('review sheet', 'plain', 'quickInput');
  await stage.fill(longMessage);
  await stage.take('review sheet', 'long message', 'quickInput');
  const arabic = 'أصلح الاختبار الفاشل في parser.ts ثم شغّل npm test';
  await stage.fill(arabic);
  await stage.take('review sheet', 'right to left', 'quickInput');
  await quickInput.fill('');
  await stage.clear();

  await changeRepository(stage);
  service.setRawSettings({ ...minimalSettings, llm_api_key_set: false, provider_tokens_set: { gitlab: null } });
  await stage.run('Refresh Settings');
  await workbench.view('Service Settings').waitForRow(/^Language model/);
  await sheet.open();
  await sheet.waitForRow('Uncommitted');
  await stage.fill('Fix the failing test');
  await stage.showFirstRow();
  await stage.take('review sheet', 'warnings', 'quickInput');
  await stage.take('review sheet', 'warnings, in the window', 'window');
  for (const [row, title, name] of [
    ['1 unpushed commit', /1 unpushed commit/, 'fixes of a warning'],
    ['Branch: ', 'Branch', 'branches'],
    ['Repository: ', 'Repository', 'repositories'],
  ] as const) {
    await sheet.choose(row);
    await quickInput.waitForTitle(title);
    await stage.take('review sheet', name, 'quickInput');
    await quickInput.escape();
    await sheet.waitForRow('Uncommitted');
  }
  await sheet.choose('More Options...');
  await quickInput.waitForTitle('More Options');
  await stage.take('review sheet', 'add or more', 'quickInput');
  await quickInput.choose('Conversation ID');
  await quickInput.answer('Conversation ID', 'mine');
  await sheet.add('Images');
  await quickInput.choose('Add Image URL...');
  await quickInput.answer('Image URL', 'https://example.com/a.png');
  await sheet.waitForRow('Conversation ID: mine');
  await stage.take('review sheet', 'several set', 'window');
  await sheet.remove('Conversation ID');
  await sheet.remove('Images');
  await quickInput.fill('');
  await stage.clear();
  service.setSettings(sampleSettings);
}

/** Makes a commit and changes that are only local. */
async function changeRepository({ workbench }: Stage): Promise<void> {
  const folder = workbench.folder!;
  await appendFile(path.join(folder, 'src', 'hello.js'), '\nmodule.exports = { greet };\n');
  await gitIn(folder)('commit', '--all', '--message', 'Export greet');
  await writeFile(path.join(folder, 'src', 'languages.js'), "module.exports = ['ar', 'de', 'en'];\n");
  await appendFile(path.join(folder, 'README.md'), '\nIt speaks three languages.\n');
  await workbench.runCommand('Git: Refresh');
}

/** The side bar at 200 pixels, the window at 600, and the window at a zoom of 200 %. */
export async function narrowScenes(stage: Stage): Promise<void> {
  const { workbench, sheet } = stage;
  const { page } = workbench;
  await workbench.openContainer('Agent Conversations');
  await stage.remember(weekOfWork);
  const size = page.viewportSize()!;

  await dragSideBarTo(stage, 250);
  await stage.take('narrow', 'side bar', 'sideBar');
  await dragSideBarTo(stage, 350);

  await page.setViewportSize({ width: 600, height: 800 });
  await sheet.open();
  await sheet.waitForRow('Uncommitted');
  await stage.take('narrow', 'sheet at 600', 'window');
  await stage.clear();
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take('narrow', 'menu at 600', 'window');
  await stage.clear();

  // At a zoom of 200 %, the window has half as many CSS pixels each way; that each is drawn larger changes nothing.
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
  await workbench.view('Conversations').waitForRow('Greet in the language of the user');
  await stage.take('narrow', 'window at 200 %', 'window');
  await sheet.open();
  await sheet.waitForRow('Repository: ');
  await stage.take('narrow', 'sheet at 200 %', 'window');
  await stage.clear();
  await page.setViewportSize(size);
  await stage.forget();
}

async function dragSideBarTo({ workbench: { page } }: Stage, x: number): Promise<void> {
  const box = (await page.locator('.part.sidebar').boundingBox())!;
  await page.mouse.move(box.x + box.width, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(x, box.y + 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(640, 1);
}

const messages = [
  'Upgrade the linter',
  'Fix the failing test in parser.ts, and say in a comment what was wrong',
  longMessage,
];

/** Unsent drafts, the first of them in an editor, and where they are found. */
export async function draftScenes(camera: Camera): Promise<void> {
  for (const [kind, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, sheet } = stage;
    const { quickInput } = workbench;
    const restored = 'Restored draft · Start Fresh';
    for (const [at, message] of messages.entries()) {
      await sheet.open();
      if (at > 1) {
        await sheet.choose(restored);
        await sheet.waitForMessage('');
      }
      await stage.fill(message);
      if (at === 0) {
        await sheet.add('Write in Editor');
        await workbench.editor.waitForText(message);
      }
      await stage.clear();
    }
    await sheet.open();
    await stage.take('drafts', `restored, ${kind}`, 'window');
    await sheet.choose(restored);
    await sheet.waitForMessage('');
    await sheet.choose('More Options...');
    await quickInput.waitForTitle('More Options');
    await stage.take('drafts', `more options, ${kind}`, 'window');
    await quickInput.choose('Open Draft...');
    await quickInput.waitForTitle('Open Draft');
    await stage.take('drafts', `list, ${kind}`, 'window');
    await stage.clear();
  }
}

const faults: readonly (readonly [name: string, fault: Fault, outcome: string])[] = [
  ['key rejected', answers(401, { detail: 'Unauthorized' }), 'Not started.'],
  ['another kind of service', newerServer.startConversation, 'Not started.'],
  // The last one: what may have started stays a draft that Enter asks about.
  ['connection lost', drops('afterBody'), 'May have started.'],
];

/** A start while it is sent, ways in which one fails, and the question before it is sent a second time. */
export async function failedStartScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, service } = stage;
    const take = (name: string) => stage.take('failed starts', `${name}, ${width}`, 'window');
    await workbench.openContainer('Agent Conversations');
    const startUntilSaid = async (message: string, fault: Fault, words: string) => {
      service.misbehave('startConversation', fault);
      await stage.write(message);
      await workbench.quickInput.accept();
      await workbench.notifications.waitFor(words);
      await take(message);
    };

    const held = holds();
    await startUntilSaid('in progress', held, 'Starting conversation in');
    held.release();
    await workbench.notifications.waitFor('Conversation started in');
    await stage.clear();
    for (const [name, fault, outcome] of faults) {
      await startUntilSaid(name, fault, outcome);
      await stage.clear();
    }
    await stage.write('connection lost');
    await workbench.quickInput.accept();
    await workbench.dialog.waitFor('This conversation may already have been started. Start it again?');
    await take('once more');
    await stage.clear();
  }
}
