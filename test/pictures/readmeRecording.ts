import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Box } from '../host/tooltips';
import { Sheet } from '../interface/sheet';
import { openOn } from '../interface/sheetBench';
import { setSessionKey } from '../interface/setSessionKey';
import { GitServer } from '../sample/gitServer';
import { SampleAgent } from '../sample/sampleAgent';
import { sampleSettings } from '../service/sampleSettings';
import { startService } from '../service/service';
import { cameraSettings, Lens } from './camera';
import { stageKey } from './stage';
import { Recording } from './recording';

const repository = 'octocat/Hello-World';
const size = { width: 1000, height: 560 };
const message = 'Greet in the language of the user';

/** The address that the extension uses if none is set. */
const port = 3000;

/**
 * Records the whole flow with the sample agent: type, Enter, status, what was pushed, its changes.
 * @param keep saves a still
 */
export async function recordFlow(
  file: string,
  keep: (page: Page, name: string, clip: Box) => Promise<void>,
): Promise<void> {
  using home = new TemporaryFolder('recording');
  await using gitServer = await GitServer.start(path.join(home.path, 'remote'));
  const clone = await makeSampleRepository(home.path);
  await mkdir(path.dirname(gitServer.folderOf(repository)), { recursive: true });
  await rename(`${clone.path}.git`, gitServer.folderOf(repository));
  await gitServer.open(repository);
  await clone.git('remote', 'set-url', 'origin', gitServer.urlOf(repository));
  const service = await startService({ sessionKey: stageKey, settings: sampleSettings, port });
  const agent = new SampleAgent(service, { repository, folder: gitServer.folderOf(repository) });
  const workbench = await openOn(service, {
    folder: clone.path,
    size,
    userSettings: {
      ...cameraSettings,
      'breadcrumbs.enabled': false,
      'editor.minimap.enabled': false,
      // Otherwise, Git asks about it after the first fetch.
      'git.autofetch': true,
      'git.autofetchPeriod': 3600,
    },
    machineSettings: {
      'agentConversations.serviceUrl': `http://localhost:${port}`,
      'agentConversations.gitProviderHosts': { [gitServer.host]: 'github' },
    },
  });
  try {
    const { page, quickInput, notifications } = workbench;
    await setSessionKey(workbench, stageKey);
    await new Lens(workbench).switchTo('light');
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
    const statusBar = () => page.locator('.part.statusbar').innerText();
    await workbench.patience.until('the status bar at rest', statusBar, (text) => !text.includes('Session key saved'));
    const recording = new Recording(page, { x: 0, y: 0, ...size });

    const sheet = new Sheet(workbench);
    await recording.show(1000);
    await sheet.open();
    await sheet.waitForRow('Repository: octocat/');
    await recording.show(1200);
    for (let typed = 0; typed < message.length; typed += 5) {
      await page.keyboard.type(message.slice(typed, typed + 5));
      await recording.show(180);
    }
    await sheet.waitForMessage(message);
    await recording.show(1500);
    await quickInput.accept();
    await workbench.statusBarItem().waitFor(/Agent: \S/);
    await notifications.waitFor('Conversation started');
    await recording.show(2500);
    await notifications.click('Conversation started', 'Follow Status');
    await workbench.dialog.waitFor(/Follow the status/);
    await recording.show(2500);
    await workbench.dialog.click('Follow');
    await workbench.view('Conversations').waitForRow(message);
    await recording.show(1500);
    await agent.rest();
    await notifications.waitFor(message);
    await recording.show(2500);
    await notifications.click(message, 'Review What Was Pushed...');
    await quickInput.waitForRow(/^agent\//);
    await recording.show(2500);
    await quickInput.accept();
    await workbench.editor.waitForTabs('the changes', (tabs) => tabs.some((tab) => tab.startsWith('Pushed to')));
    await workbench.page.locator('.part.editor', { hasText: 'greetings' }).waitFor();
    await recording.show(5000);
    // No tooltip covers it.
    await page.mouse.move(1, 1);
    await keep(page, 'review', { x: 0, y: 0, ...size });
    await writeFile(file, recording.gif());
    console.log(`${path.relative(PROJECT_ROOT, file)}: ${(await stat(file)).size} bytes`);
  } finally {
    agent.dispose();
    await workbench.dispose();
    await service.close();
  }
}
