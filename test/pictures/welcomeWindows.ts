import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorkbenchOptions } from '../host/workbench';

/** Windows with the welcome text that the conversations view shows there. A start is possible in all but the last. */
export const welcomeWindows: readonly {
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
