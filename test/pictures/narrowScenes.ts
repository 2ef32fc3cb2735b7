import { sampleConversation, weekOfWork } from './sampleConversations';
import type { Stage } from './stage';

const group = 'narrow';

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
  await stage.take(group, 'side bar', 'sideBar');
  await dragSideBarTo(stage, 350);

  await page.setViewportSize({ width: 600, height: 800 });
  await sheet.open();
  await sheet.waitForRow('Uncommitted');
  await stage.take(group, 'sheet at 600', 'window');
  await stage.clear();
  await workbench.statusBarItem().click();
  await workbench.quickInput.waitForRow('Show Log');
  await stage.take(group, 'menu at 600', 'window');
  await stage.clear();

  // At a zoom of 200 %, the window has half as many CSS pixels each way; that each is drawn larger changes nothing.
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
  await workbench.view('Conversations').waitForRow('Greet in the language of the user');
  await stage.take(group, 'window at 200 %', 'window');
  await sheet.open();
  await sheet.waitForRow('Repository: ');
  await stage.take(group, 'sheet at 200 %', 'window');
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
