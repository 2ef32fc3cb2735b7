/**
 * Code that activation needs only once the user does or looks at something. It loads as one piece on first use, so that
 * VS Code's startup costs no more than registering commands and views.
 */
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

export { withLogLast } from './base/vscode/explanation';
export { registerDraftDocumentFeatures } from './draft/vscode/draftFeatures';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { explain, isCancellation, messageOnly } from './start/vscode/explain';

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
