/**
 * Code that features need only once the user does or looks at something; wiring passes it to them. It loads as one
 * piece on first use, so that VS Code's startup costs no more than registering commands and views.
 */
export { decideAction } from './answer/vscode/decide/decideAction';
export { previewAnswer, showLastAnswer } from './answer/vscode/showLastAnswer';
export { withLogLast } from './base/vscode/explanation';
export { ReadOnlyTexts } from './base/vscode/readOnlyTexts';
export { groupConversations } from './conversations/conversationGroups';
export {
  copyConversationId,
  copyConversationLink,
  followConversation,
  openConversation,
  showConversation,
  showOlder,
  stopFollowing,
} from './conversations/vscode/conversationActions';
export { conversationTooltip, nodeItem } from './conversations/vscode/conversationItems';
export { historyMessage } from './conversations/vscode/historyMessages';
export { refreshConversations } from './conversations/vscode/refreshConversations';
export { removeConversation } from './conversations/vscode/removeConversations';
export { filterConversations, filterWords, findConversation } from './conversations/vscode/searchConversations';
export { refreshStatus } from './conversations/vscode/refreshStatus';
export { attachImages } from './draft/vscode/askImages';
export { discardDraft, editDraft } from './draft/vscode/draftCommands';
export { registerDraftDocumentFeatures } from './draft/vscode/draftFeatures';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { startFromComment, startFromProblem } from './entry/vscode/startFromEditor';
export { startFromSelection, startFromSelection as delegateSelection } from './entry/vscode/startFromEditor';
export { startFromFile, startFromFile as delegateFile } from './entry/vscode/startFromFile';
export { startFromTerminal, startFromTestFailure } from './entry/vscode/startFromOutput';
export { resolveMergeConflicts, startFromChanges } from './entry/vscode/startFromSourceControl';
export { createMicroagent, replayConversation } from './entry/vscode/startWithField';
export { copyDiagnostics, reportIssue } from './help/vscode/diagnosticCommands';
export { checkOutBranch, checkOutBranchInWorktree, createPullRequest } from './result/vscode/changesCommands';
export { ChangesEditors } from './result/vscode/changesEditors';
export { reviewResult } from './result/vscode/reviewResult';
export {
  clearSessionKey,
  openService,
  setServiceUrl,
  setSessionKey,
} from './service/vscode/connection/connectionCommands';
export { outlineSettings } from './settings/settingsOutline';
export { copySettingValue, refreshSettings } from './settings/vscode/settingsActions';
export { rowItem, rowTooltip, sectionItem, settingsMessage } from './settings/vscode/settingsItems';
export { explain, isCancellation, messageOnly } from './start/vscode/explain';
export { reportSendings } from './start/vscode/followUp/reportSendings';
export { sendFollowUp } from './start/vscode/followUp/sendFollowUp';
export { reportResumed } from './start/vscode/reportStarted';
export { backToReview, previewDraft, runStartCommand, startDraft } from './start/vscode/startCommands';
export { startAgain, startAgain as startPastConversation } from './start/vscode/startCommands';
