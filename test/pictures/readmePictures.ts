import { appendFile, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Box } from '../host/tooltips';
import { Camera } from './camera';
import { indexedPng } from './indexedPng';
import { pixelsOf } from './pixelsOf';
import { recordFlow } from './readmeRecording';
import { sampleConversation } from './sampleConversations';
import { Stage } from './stage';

const folder = path.join(PROJECT_ROOT, 'media', 'readme');

/** Makes the pictures show the same address every time: the one that the extension uses if none is set. */
const port = 3000;

/** Wide enough that what opens in the middle hides nothing in the side bar. */
const wide = { width: 1280, height: 620 };

const narrow = { width: 800, height: 900 };

/** Turns off what would get between a reader and the message in the editor. */
const userSettings = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
};

const minute = 60_000;
/** No more may be running than a service with its defaults allows: the sheet would warn. */
const started = [
  { message: 'Greet in the language of the user', status: 'RUNNING', age: 3 * minute },
  { message: 'Fix the failing test', status: 'STARTING', age: 10 * minute },
  { message: 'Update the changelog', status: 'STOPPED', age: 1500 * minute, branch: 'release/1.2' },
  { message: 'Upgrade the linter', outcome: 'notStarted', age: 3000 * minute },
] as const;

const draft = `

- German, French and Arabic to begin with
- The language is the one of the environment
- Keep \`greet\` as it is for those who call it`;

/** Takes the pictures of README.md again: a still for each of its main flows, and all in one moving picture. */
export async function readmePictures(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await recordFlow(path.join(folder, 'flow.gif'), keep);
  const serviceUrl = `http://localhost:${port}`;
  await using stage = await Stage.open(new Camera(folder), { size: wide, service: { port }, serviceUrl, userSettings });
  const { workbench, sheet, repository, history } = stage;
  const { page } = workbench;
  await history.remember(started.map(sampleConversation));
  await workbench.openContainer('Agent Conversations');
  await workbench.view('Conversations').waitForRow('Upgrade the linter');
  await workbench.view('Service Settings').waitForRow('Model');
  await stage.lens.switchTo('light');
  await stage.rest();
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.showFirstRow();
  await keep(page, 'conversations', { x: 0, y: 0, ...wide });
  await stage.clear();
  await page.setViewportSize(narrow);
  await page.locator('.pane-header', { hasText: 'Conversations' }).click();
  const settings = '.part.sidebar .split-view-view:has(.pane-header[aria-label^="Service Settings"])';
  const pane = await workbench.patience.until(
    'the view to be where the other one leaves it',
    async () => ({ above: await boxOf(page, '.part.sidebar .pane-header'), box: await boxOf(page, settings) }),
    ({ above, box }) => box.y <= above.y + above.height + 1,
  );
  await keep(page, 'settings', { ...pane.box, height: 480 });

  await appendFile(path.join(repository.path, 'src', 'hello.js'), '\nmodule.exports = { greet };\n');
  await workbench.runCommand('Git: Refresh');
  await sheet.open();
  await workbench.quickInput.fill('Greet in the language of the user, and test it');
  await sheet.waitForRow('Uncommitted');
  await stage.showFirstRow();
  await keep(page, 'review-sheet', await boxOf(page, '.quick-input-widget'));
  await sheet.add('Write in Editor');
  await workbench.editor.waitForText('Greet in the language');
  await workbench.editor.append(draft);
  await workbench.runCommand('View: Close Primary Side Bar');
  await workbench.editor.waitForCodeLenses('the code lenses', ({ length }) => length > 1);
  await keep(page, 'draft', { ...(await boxOf(page, '.part.editor')), height: 180 });
}

/** Takes a picture, and saves it as small as possible. */
async function keep(page: Page, name: string, clip: Box): Promise<void> {
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  const file = path.join(folder, `${name}.png`);
  await writeFile(file, indexedPng(await pixelsOf(page, png)));
  console.log(`${path.relative(PROJECT_ROOT, file)}: ${(await stat(file)).size} bytes`);
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = (await page.locator(`${selector}:visible`).first().boundingBox())!;
  return { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) };
}
