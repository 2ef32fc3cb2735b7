import { Tooltips } from '../host/tooltips';
import { welcomeWindows } from './welcomeWindows';
import { Workbench } from '../host/workbench';
import { type Camera, cameraSettings, Lens } from './camera';

/** The welcome texts that need a window of their own. */
export async function emptyWindows(camera: Camera): Promise<void> {
  for (const { name, options, text } of welcomeWindows) {
    const given = options();
    await using workbench = await Workbench.open({
      ...given,
      userSettings: { ...cameraSettings, ...given.userSettings },
    });
    const { page, patience } = workbench;
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Conversations').waitForWelcome(text);
    await new Tooltips(page, patience).leave('the side bar', page.locator('.part.sidebar'));
    await camera.take(new Lens(workbench), 'welcome', name, 'sideBar');
  }
}
