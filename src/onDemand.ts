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
  showOlder,
} from './conversations/vscode/conversationActions';
export { followConversation, stopFollowing } from './conversations/vscode/followConversation';
export { refreshStatus } from './conversations/vscode/refreshStatus';
export { groupConversations } from './conversations/conversationGroups';
export { conversationTooltip, nodeItem } from './conversations/vscode/conversationItems';
export { attachImages } from './draft/vscode/askImages';
export { discardDraft } from './draft/vscode/draftCommands';
export { registerDraftDocumentFeatures } from './draft/vscode/draftFeatures';
export { editDraft } from './draft/vscode/draftCommands';
export { previewDraft } from './start/vscode/startCommands';
export { startDraft } from './start/vscode/startCommands';
export { explain, isCancel, sentenceAlone } from './start/vscode/explain';
export { withLogLast } from './base/vscode/explanation';
export { historyMessage } from './conversations/vscode/historyMessages';
export { rememberStart } from './result/vscode/savedResult';
export { reviewResult } from './result/vscode/reviewResult';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { outlineSettings } from './settings/settingsOutline';
export { copySettingValue, refreshSettings } from './settings/vscode/settingsActions';
export { rowItem, rowTooltip, sectionItem, settingsMessage } from './settings/vscode/settingsItems';
export { reportIssue } from './help/vscode/reportIssue';
export { ReadOnlyTexts } from './base/vscode/readOnlyTexts';
export { sendFollowUp } from './start/vscode/followUp/sendFollowUp';
export { previewAnswer, showLastAnswer } from './answer/vscode/showLastAnswer';
export { startAgain, startAgain as startPastConversation } from './start/vscode/startCommands';
export { runStartCommand } from './start/vscode/startCommands';
export { resolveMergeConflicts } from './entry/vscode/startFromSourceControl';
export { reportResumed } from './start/vscode/reportStarted';
export { startFromChanges } from './entry/vscode/startFromSourceControl';
export { startFromComment } from './entry/vscode/startFromEditor';
export { startFromFile, startFromFile as delegateFile } from './entry/vscode/startFromFile';
export { startFromProblem } from './entry/vscode/startFromEditor';
export { startFromSelection, startFromSelection as delegateSelection } from './entry/vscode/startFromEditor';
export { startFromTerminal } from './entry/vscode/startFromOutput';
export { startFromTestFailure } from './entry/vscode/startFromOutput';
export { createMicroagent, replayConversation } from './entry/vscode/startWithField';
