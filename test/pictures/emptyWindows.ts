import { Workbench, type WorkbenchOptions } from '../host/workbench';
import { type Camera, cameraSettings, Lens } from './camera';

/** What a window has to be opened with for the conversations view to say it. */
const windows: Readonly<Record<string, { readonly options: WorkbenchOptions; readonly text: RegExp }>> = {
  'no folder': { options: { folder: null }, text: /No folder is open/ },
  'Restricted Mode': {
    options: { workspaceTrust: true, userSettings: { 'security.workspace.trust.startupPrompt': 'never' } },
    text: /Restricted Mode/,
  },
};

/** The welcome texts that take a window of their own. */
export async function emptyWindows(camera: Camera): Promise<void> {
  for (const [name, { options, text }] of Object.entries(windows)) {
    await using workbench = await Workbench.open({
      ...options,
      userSettings: { ...cameraSettings, ...options.userSettings },
    });
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Conversations').waitForWelcome(text);
    const lens = new Lens(workbench);
    await camera.take(lens, 'welcome', name, 'sideBar');
  }
}
