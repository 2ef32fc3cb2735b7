import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minimalSettings, sampleSettings } from '../service/sampleSettings';
import { Stage, wideAndNarrow } from './stage';
import { sampleConversation, weekOfWork } from './sampleConversations';
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
  await quickInput.fill(longMessage);
  await sheet.waitForMessage(longMessage);
  await stage.take('review sheet', 'long message', 'quickInput');
  const arabic = 'أصلح الاختبار الفاشل في parser.ts ثم شغّل npm test';
  await quickInput.fill(arabic);
  await sheet.waitForMessage(arabic);
  await stage.take('review sheet', 'right to left', 'quickInput');
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
  await stage.take('review sheet', 'warnings', 'quickInput');
  await stage.take('review sheet', 'warnings, in the window', 'window');
  await sheet.choose('1 unpushed commit');
  await quickInput.waitForTitle(/1 unpushed commit/);
  await stage.take('review sheet', 'fixes of a warning', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
  await sheet.choose('Branch: ');
  await quickInput.waitForTitle('Branch');
  await stage.take('review sheet', 'branches', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
  await sheet.choose('Repository: ');
  await quickInput.waitForTitle('Repository');
  await stage.take('review sheet', 'repositories', 'quickInput');
  await quickInput.escape();
  await sheet.waitForRow('Uncommitted');
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
async function changeRepository({ repository, workbench }: Stage): Promise<void> {
  await appendFile(path.join(repository.path, 'src', 'hello.js'), '\nmodule.exports = { greet };\n');
  await repository.git('commit', '--all', '--message', 'Export greet');
  await writeFile(path.join(repository.path, 'src', 'languages.js'), "module.exports = ['ar', 'de', 'en'];\n");
  await appendFile(path.join(repository.path, 'README.md'), '\nIt speaks three languages.\n');
  await workbench.runCommand('Git: Refresh');
}

/** The side bar at 200 pixels, the window at 600, and the window at a zoom of 200 %. */
export async function narrowScenes(stage: Stage): Promise<void> {
  const { workbench, history, sheet } = stage;
  const { page } = workbench;
  const week = weekOfWork.map(sampleConversation);
  await history.remember(week);
  await workbench.openContainer('Agent Conversations');
  await workbench.view('Conversations').waitForRow('Upgrade the linter');
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
  await history.forget(week.map(({ id }) => id));
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
  'Upgrade the linter, and mend what it finds',
  'Fix the failing test in parser.ts, and say in a comment what was wrong',
  'Greet in the language of the user, with the one of the browser as the default, and fall back to English',
];

/** Unsent drafts, the first of them in an editor, and where they are found; wide, and narrow in German. */
export async function draftScenes(camera: Camera): Promise<void> {
  for (const [kind, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, sheet, say } = stage;
    const { quickInput } = workbench;
    const restored = say('Restored draft · Start Fresh');
    for (const [at, message] of messages.entries()) {
      await stage.openSheet();
      if (at > 1) {
        await sheet.choose(restored);
        await sheet.waitForMessage('');
      }
      await quickInput.fill(message);
      await sheet.waitForMessage(message);
      if (at === 0) {
        await sheet.choose(say('More Options...'));
        await quickInput.waitForTitle(say('More Options'));
        await quickInput.choose(say('Write in Editor'));
        await workbench.editor.waitForText('Upgrade');
      }
      await stage.clear();
    }
    await stage.openSheet();
    await stage.take('drafts', `restored, ${kind}`, 'window');
    await sheet.choose(restored);
    await sheet.waitForMessage('');
    await sheet.choose(say('More Options...'));
    await quickInput.waitForTitle(say('More Options'));
    await stage.take('drafts', `more options, ${kind}`, 'window');
    await quickInput.choose(say('Open Draft...'));
    await quickInput.waitForTitle(say('Open Draft'));
    await stage.take('drafts', `list, ${kind}`, 'window');
    await stage.clear();
  }
}

const faults: Readonly<Record<string, { readonly fault: Fault; readonly outcome: string }>> = {
  'key rejected': { fault: answers(401, { detail: 'Unauthorized' }), outcome: 'Not started. {0}' },
  'another kind of service': { fault: newerServer.startConversation, outcome: 'Not started. {0}' },
  // The last one: what may have started stays a draft that Enter asks about.
  'connection lost': { fault: drops('afterBody'), outcome: 'May have started. {0}' },
};

/** A start while it is sent, ways in which one fails, and the question before it is sent a second time. */
export async function failedStartScenes(camera: Camera): Promise<void> {
  for (const [width, options] of wideAndNarrow) {
    await using stage = await Stage.open(camera, options);
    const { workbench, service, say } = stage;
    const { quickInput, dialog, notifications } = workbench;
    const take = (name: string) => stage.take('failed starts', `${name}, ${width}`, 'window');
    await workbench.openContainer('Agent Conversations');

    const held = holds();
    service.misbehave('startConversation', held);
    await stage.write('Take long');
    await quickInput.accept();
    await held.reached;
    await notifications.waitFor(say('Starting conversation in {0}', stage.place));
    await take('in progress');
    held.release();
    await notifications.waitFor(say('Conversation started in {0}.', stage.place));
    await stage.clear();

    for (const [name, { fault, outcome }] of Object.entries(faults)) {
      service.misbehave('startConversation', fault);
      await stage.write(name);
      await quickInput.accept();
      await notifications.waitFor(say(outcome, ''));
      await take(name);
      await stage.clear();
    }
    await stage.write('connection lost');
    await quickInput.accept();
    await dialog.waitFor(say('This conversation may already have been started. Start it again?'));
    await take('once more');
    await stage.clear();
  }
}
