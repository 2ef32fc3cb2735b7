import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Box } from '../host/tooltips';
import type { Workbench } from '../host/workbench';
import { GitServer } from '../sample/gitServer';
import { SampleAgent } from '../sample/sampleAgent';
import { boxOf, Camera, switchTheme } from './camera';
import { type Frame, gifOf, pixelsIn, pngOf } from './imageFiles';
import { Stage } from './stage';

const folder = path.join(PROJECT_ROOT, 'media', 'readme');

/** Makes the pictures show the same address every time: the one that the extension uses if none is set. */
const port = 3000;
const machineSettings = { 'agentConversations.serviceUrl': `http://localhost:${port}` };

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
  await recordFlow();
  await takeStills();
}

async function takeStills(): Promise<void> {
  // Wide enough that what opens in the middle hides nothing in the side bar.
  const size = { width: 1280, height: 620 };
  await using stage = await Stage.open(new Camera(folder), { size, machineSettings, userSettings }, { port });
  const { workbench, sheet } = stage;
  const { page } = workbench;
  await workbench.openContainer('Agent Conversations');
  await stage.remember(started);
  await workbench.view('Service Settings').waitForRow('Model');
  await switchTheme(workbench, 'light');
  await stage.rest();
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.showFirstRow();
  await keep(workbench, 'conversations', { x: 0, y: 0, ...size });
  await stage.clear();
  await page.setViewportSize({ width: 800, height: 900 });
  await page.locator('.pane-header', { hasText: 'Conversations' }).click();
  const settings = '.part.sidebar .split-view-view:has(.pane-header[aria-label^="Service Settings"])';
  const pane = await workbench.patience.until(
    'the view to be where the other one leaves it',
    async () => ({
      above: await boxOf(workbench, '.part.sidebar .pane-header'),
      box: await boxOf(workbench, settings),
    }),
    ({ above, box }) => box.y <= above.y + above.height + 1,
  );
  await keep(workbench, 'settings', { ...pane.box, height: 480 });

  await appendFile(path.join(workbench.folder!, 'src', 'hello.js'), '\nmodule.exports = { greet };\n');
  await workbench.runCommand('Git: Refresh');
  await stage.write('Greet in the language of the user, and test it');
  await sheet.waitForRow('Uncommitted');
  await stage.showFirstRow();
  await keep(workbench, 'review-sheet', await boxOf(workbench, '.quick-input-widget'));
  await sheet.add('Write in Editor');
  await workbench.editor.waitForText('Greet in the language');
  await workbench.editor.append(draft);
  await workbench.runCommand('View: Close Primary Side Bar');
  await workbench.editor.waitForCodeLenses('the code lenses', ({ length }) => length > 1);
  await keep(workbench, 'draft', { ...(await boxOf(workbench, '.part.editor')), height: 180 });
}

/** Records the whole flow with the sample agent: type, Enter, status, what was pushed, its changes. */
async function recordFlow(): Promise<void> {
  const repository = 'octocat/Hello-World';
  const message = 'Greet in the language of the user';
  const size = { width: 1000, height: 560 };
  const clip = { x: 0, y: 0, ...size };
  using home = new TemporaryFolder('recording');
  await using gitServer = await GitServer.start(home.path);
  const window = {
    size,
    arrange: (clone: string) => gitServer.serveRemoteOf(clone, repository),
    // Otherwise, Git asks about it after the first fetch.
    userSettings: { ...userSettings, 'git.autofetch': true, 'git.autofetchPeriod': 3600 },
    machineSettings: { ...machineSettings, 'agentConversations.gitProviderHosts': { [gitServer.host]: 'github' } },
  };
  await using stage = await Stage.open(new Camera(folder), window, { port });
  const { workbench, sheet } = stage;
  const { page, quickInput, notifications } = workbench;
  using agent = new SampleAgent(stage.service, { repository, folder: gitServer.folderOf(repository) });
  await switchTheme(workbench, 'light');
  await workbench.openContainer('Agent Conversations');
  await workbench.view('Service Settings').waitForRow('Model');
  await stage.rest();
  const frames: Frame[] = [];
  const show = async (milliseconds: number) => frames.push({ ...(await pixelsIn(page, clip)), milliseconds });

  await show(1000);
  await sheet.open();
  await show(1200);
  for (let typed = 0; typed < message.length; typed += 5) {
    await page.keyboard.type(message.slice(typed, typed + 5));
    await show(180);
  }
  await sheet.waitForMessage(message);
  await show(1500);
  await quickInput.accept();
  await workbench.statusBarItem().waitFor(/Agent: \S/);
  await notifications.waitFor('Conversation started');
  await show(2500);
  await notifications.click('Conversation started', 'Follow Status');
  await workbench.dialog.waitFor(/Follow the status/);
  await show(2500);
  await workbench.dialog.click('Follow');
  await workbench.view('Conversations').waitForRow(message);
  await show(1500);
  await agent.rest();
  await notifications.waitFor(message);
  await show(2500);
  await notifications.click(message, 'Review What Was Pushed...');
  await quickInput.waitForRow(/^agent\//);
  await show(2500);
  await quickInput.accept();
  await workbench.editor.waitForTabs('the changes', (tabs) => tabs.some((tab) => tab.startsWith('Pushed to')));
  await page.locator('.part.editor', { hasText: 'greetings' }).waitFor();
  await show(5000);
  // No tooltip covers it.
  await page.mouse.move(1, 1);
  await keep(workbench, 'review', clip);
  await save('flow.gif', gifOf(frames, size));
}

async function keep({ page }: Workbench, name: string, clip: Box): Promise<void> {
  await save(`${name}.png`, pngOf(await pixelsIn(page, clip)));
}

async function save(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path.join(folder, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
