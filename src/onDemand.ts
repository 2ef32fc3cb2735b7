/**
 * Code that features need only once the user does or looks at something; wiring passes it to them. It loads as one
 * piece on first use, so that VS Code's startup costs no more than registering commands and views.
 */
export { backToReview } from './start/vscode/startCommands';
export { clearSessionKey } from './service/vscode/connection/connectionCommands';
export { openService } from './service/vscode/connection/connectionCommands';
export { setServiceUrl } from './service/vscode/connection/setServiceUrl';
export { setSessionKey } from './service/vscode/connection/connectionCommands';
export { copyDiagnostics } from './help/vscode/gatherDiagnostics';
export {
  copyConversationId,
  openConversation,
  removeConversation,
  showConversation,
} from './conversations/vscode/conversationActions';
export { followConversation, stopFollowing } from './conversations/vscode/followConversation';
export { refreshStatus } from './conversations/vscode/refreshStatus';
export { ConversationGroups } from './conversations/common/conversationGroups';
export { childrenOf, conversationTooltip, nodeItem } from './conversations/vscode/conversationItems';
export { attachImages } from './start/vscode/documents/attachImages';
export { discardDraft } from './start/vscode/documents/draftCommands';
export { registerDraftDocumentFeatures } from './start/vscode/documents/draftFeatures';
export { editDraft } from './start/vscode/documents/editDraft';
export { previewDraft } from './start/vscode/documents/draftCommands';
export { startDraft } from './start/vscode/documents/draftCommands';
export { explain, isCancel, sentenceAlone } from './draft/vscode/explain';
export { withLogLast } from './base/vscode/explanation';
export { historyMessage } from './conversations/vscode/historyMessages';
export { rememberStart } from './result/vscode/rememberStart';
export { reviewResult } from './result/vscode/reviewResult';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { outlineSettings } from './settings/common/settingsOutline';
export { copySettingValue, refreshSettings } from './settings/vscode/settingsActions';
export { rowItem, rowTooltip, sectionItem, settingsMessage } from './settings/vscode/settingsItems';
export { showSettings } from './settings/vscode/settingsActions';
export { reportIssue } from './help/vscode/reportIssue';
export { RequestPreviews } from './start/vscode/requestPreviews';
export { startAgain, startAgain as startPastConversation } from './start/vscode/startCommands';
export { runStartCommand } from './start/vscode/startCommands';
export { resolveMergeConflicts } from './entry/vscode/startFromSourceControl';
export { resumeWaiting } from './start/vscode/resumeWaiting';
export { startFromChanges } from './entry/vscode/startFromSourceControl';
export { startFromComment } from './entry/vscode/startFromEditor';
export { startFromFile, startFromFile as delegateFile } from './entry/vscode/startFromFile';
export { startFromProblem } from './entry/vscode/startFromEditor';
export { startFromSelection, startFromSelection as delegateSelection } from './entry/vscode/startFromEditor';
export { startFromTerminal } from './entry/vscode/startFromTerminal';
export { startFromTestFailure } from './entry/vscode/startFromTestFailure';
export { createMicroagent, replayConversation } from './entry/vscode/startWithField';
