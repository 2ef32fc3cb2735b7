import type { Camera } from './camera';
import { newerStates, sampleConversation, weekOfWork } from './sampleConversations';
import { Stage } from './stage';
import { walkthroughScenes } from './walkthroughScenes';

/** The list and the walkthrough in German, in a window of the usual size and at a zoom of 200 %. */
export async function germanScenes(camera: Camera): Promise<void> {
  await using stage = await Stage.open(camera, { isGerman: true });
  const { workbench, history, say } = stage;
  const { page } = workbench;
  const view = workbench.view(say('Conversations'));
  const size = page.viewportSize()!;
  // As in narrowScenes.ts.
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
