import { WalkthroughPage } from '../interface/walkthroughPage';
import { wordsIn } from '../support/words';
import type { Camera } from './camera';
import { weekOfWork } from './sampleConversations';
import { Stage } from './stage';

/** The walkthrough, step by step. */
export async function walkthroughScenes(
  stage: Stage,
  group = 'walkthrough',
  words = 'package.nls.json',
): Promise<void> {
  const { workbench } = stage;
  const title = wordsIn(words)['walkthrough.title']!;
  await workbench.runCommand('Welcome: Open Walkthrough...');
  await workbench.quickInput.waitForRow(title);
  await workbench.quickInput.choose(title);
  // Next to the side bar, there is no space for the pictures of the steps.
  await workbench.runCommand('View: Close Primary Side Bar');
  const walkthrough = new WalkthroughPage(workbench.page, workbench.patience);
  await walkthrough.waitForTitle(title);
  for (const [index, step] of (await walkthrough.steps()).entries()) {
    await workbench.page.locator('.getting-started-step').nth(index).locator('.step-title').click();
    const steps = () => walkthrough.steps();
    await workbench.patience.until(
      `the step "${step.title}" to open`,
      steps,
      (shown) => shown[index]?.expanded === true,
    );
    await stage.take(group, `${index + 1} ${step.title}`, 'editor');
  }
  await workbench.runCommand('View: Close All Editors');
}

/** The list, the sheet and the walkthrough in German, in a window of the usual size and at a zoom of 200 %. */
export async function germanScenes(camera: Camera): Promise<void> {
  await using stage = await Stage.open(camera, { language: 'de' });
  const { workbench, sheet } = stage;
  const { page } = workbench;
  const german = 'package.nls.de.json';
  const words = wordsIn(german);
  const view = words['view.conversations']!;
  const size = page.viewportSize()!;
  // As in sheetScenes.ts.
  const half = { width: size.width / 2, height: size.height / 2 };

  for (const [group, viewport] of [
    ['german', size],
    ['german at 200 %', half],
  ] as const) {
    await page.setViewportSize(viewport);
    await workbench.openContainer('Agent Conversations');
    await workbench.view(view).waitForWelcome('OpenHands');
    await stage.take(group, 'no conversations', 'window');
    await stage.remember(weekOfWork, view);
    await stage.take(group, 'conversations', 'window');
    await stage.forget();
    await stage.run(words['command.startConversation']!);
    await sheet.waitForRow('Repository: octocat/');
    await stage.take(group, 'sheet', 'window');
    await stage.clear();
    await walkthroughScenes(stage, group, german);
  }
}
