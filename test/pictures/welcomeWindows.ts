import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorkbenchOptions } from '../host/workbench';

const steps = ['Set the service URL and session key', "Save the service's settings"] as const;

/** Windows with the welcome text that the conversations view shows there. A start is possible in all but the last. */
export const welcomeWindows: readonly {
  readonly name: string;
  readonly options: () => WorkbenchOptions;
  readonly text: RegExp;
  readonly buttons: readonly string[];
  readonly links: readonly string[];
}[] = [
  {
    name: 'no folder',
    options: () => ({ folder: null }),
    text: /No folder is open/,
    buttons: ['Start Conversation'],
    links: [...steps, 'Open the folder'],
  },
  {
    name: 'Git switched off',
    options: () => ({ userSettings: { 'git.enabled': false } }),
    text: /Git is disabled/,
    buttons: ['Start Conversation'],
    links: [...steps, 'enable Git'],
  },
  {
    name: 'no Git extension',
    // If no extension has registered the setting, it has no value either.
    options: () => ({ userSettings: { 'git.enabled': null } }),
    text: /Git extension is disabled or missing/,
    buttons: ['Start Conversation'],
    links: [...steps, 'enable the Git extension'],
  },
  {
    name: 'no Git',
    // Without VSCODE_CLI, VS Code would ask the login shell where programs are.
    options: () => ({ env: { PATH: path.join(tmpdir(), 'no-programs'), VSCODE_CLI: '1' } }),
    text: /Git wasn't found/,
    buttons: ['Start Conversation'],
    links: [...steps, 'download Git', 'reload the window'],
  },
  {
    name: 'Restricted Mode',
    options: () => ({
      workspaceTrust: true,
      userSettings: { 'security.workspace.trust.startupPrompt': 'never' },
    }),
    text: /Restricted Mode/,
    buttons: ['Manage Workspace Trust'],
    links: [],
  },
];
