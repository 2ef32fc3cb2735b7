/**
 * Code that activation needs only once the user does or looks at something. It loads as one piece on first use, so that
 * VS Code's startup costs no more than registering commands and views.
 */
export { withLogLast } from './base/vscode/explanation';
export { registerDraftDocumentFeatures } from './draft/vscode/draftFeatures';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { commands } from './featureCommands';
export { explain, isCancellation, messageOnly } from './start/vscode/explain';
