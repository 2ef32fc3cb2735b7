import { conversationStates, sampleConversation } from './sampleConversations';
import type { Stage } from './stage';

const group = 'status bar';
const statusBarHeight = 22;

/** The item in the status bar in each of its states, its tooltip and its menu. */
export async function statusBarScenes(stage: Stage): Promise<void> {
  const { workbench, history } = stage;
  const { height } = workbench.page.viewportSize()!;
  const bar = { x: 0, y: height - statusBarHeight - 8, width: 800, height: statusBarHeight + 8 };
  await stage.rest();
  await stage.take(group, 'none', bar);
  for (const [name, look] of Object.entries(conversationStates)) {
    const conversation = sampleConversation(look);
    await history.remember([conversation]);
    await workbench.statusBarItem().waitFor(/Agent: \S/);
    await stage.take(group, name, bar);
    if (name === 'may have started') {
      const item = workbench.page.locator('.statusbar-item[id$="agentConversations.status"] a');
      await stage.takeTooltip(group, item, { ...bar, y: bar.y - 150, height: bar.height + 150 });
    }
    if (name === 'starting' || name === 'not started') {
      await workbench.statusBarItem().click();
      await workbench.quickInput.waitForRow('Show Log');
      await stage.take(group, `menu, ${name}`, 'quickInput');
      await stage.clear();
    }
    await history.forget([conversation.id]);
    await workbench.statusBarItem().waitFor(/^Agent$/);
  }
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take(group, 'menu, none', 'quickInput');
  await stage.clear();
}
