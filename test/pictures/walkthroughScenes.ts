import { WalkthroughPage } from '../interface/walkthroughPage';
import type { Stage } from './stage';

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
