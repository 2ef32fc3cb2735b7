import type { Commands } from './base/vscode/commands';
import { commands as answer } from './answer/vscode/commands';
import { commands as conversations } from './conversations/vscode/commands';
import { commands as draft } from './draft/vscode/commands';
import { commands as entry } from './entry/vscode/commands';
import { commands as help } from './help/vscode/commands';
import { commands as result } from './result/vscode/commands';
import { commands as service } from './service/vscode/commands';
import { commands as settings } from './settings/vscode/commands';
import { commands as start } from './start/vscode/commands';
import type { Wired } from './wire';

/** The commands of all features. A test keeps them in sync with package.json, from which activation registers them. */
export const commands: Commands<Wired['commands']> = {
  ...answer,
  ...conversations,
  ...draft,
  ...entry,
  ...help,
  ...result,
  ...service,
  ...settings,
  ...start,
};
