import { WalkthroughPage } from '../interface/walkthroughPage';
import { Stage } from './stage';
import type { Camera } from './camera';
import { newerStates, sampleConversation, weekOfWork } from './sampleConversations';

/** The walkthrough, step by step. */
export async function walkthroughScenes(stage: Stage, group = 'walkthrough'): Promise<void> {
  const { workbench } = stage;
  const title = stage.say('Get Started with Agent Conversations');
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

/** The list and the walkthrough in German, in a window of the usual size and at a zoom of 200 %. */
export async function germanScenes(camera: Camera): Promise<void> {
  await using stage = await Stage.open(camera, { isGerman: true });
  const { workbench, history, say } = stage;
  const { page } = workbench;
  const view = workbench.view(say('Conversations'));
  const size = page.viewportSize()!;
  // As in sheetScenes.ts.
  const half = { width: size.width / 2, height: size.height / 2 };

  for (const [group, viewport] of [
    ['german', size],
    ['german at 200 %', half],
  ] as const) {
    await page.setViewportSize(viewport);
    await workbench.openContainer('Agent Conversations');
    await view.waitForWelcome('OpenHands');
    await stage.take(group, 'no conversations', 'window');
    const shown = [...weekOfWork, ...newerStates].map(sampleConversation);
    await history.remember(shown);
    await view.waitForRow('Greet in the language of the user');
    await stage.take(group, 'conversations', 'window');
    await history.forget(shown.map(({ id }) => id));
    await walkthroughScenes(stage, group);
  }
}
