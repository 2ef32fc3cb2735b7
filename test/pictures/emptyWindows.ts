import { tmpdir } from 'node:os';
import path from 'node:path';
import { Tooltips } from '../host/tooltips';
import { Workbench, type WorkbenchOptions } from '../host/workbench';
import { type Camera, cameraSettings, Lens } from './camera';

/** Windows with the welcome text that the conversations view shows there. */
const windows: readonly {
  readonly name: string;
  readonly options: () => WorkbenchOptions;
  readonly text: RegExp;
}[] = [
  { name: 'no folder', options: () => ({ folder: null }), text: /No folder is open/ },
  {
    name: 'Git switched off',
    options: () => ({ userSettings: { 'git.enabled': false } }),
    text: /Git is disabled/,
  },
  {
    name: 'no Git extension',
    // If no extension has registered the setting, it has no value either.
    options: () => ({ userSettings: { 'git.enabled': null } }),
    text: /Git extension is disabled or missing/,
  },
  {
    name: 'no Git',
    // Without VSCODE_CLI, VS Code would ask the login shell where programs are.
    options: () => ({ env: { PATH: path.join(tmpdir(), 'no-programs'), VSCODE_CLI: '1' } }),
    text: /Git wasn't found/,
  },
  {
    name: 'Restricted Mode',
    options: () => ({
      workspaceTrust: true,
      userSettings: { 'security.workspace.trust.startupPrompt': 'never' },
    }),
    text: /Restricted Mode/,
  },
];

/** The welcome texts that need a window of their own. */
export async function emptyWindows(camera: Camera): Promise<void> {
  for (const { name, options, text } of windows) {
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
