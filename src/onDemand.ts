/**
 * What ui/ needs only once somebody does or looks at something. It loads as one piece on first need, so that starting
 * VS Code costs no more than registering commands and views.
 */
export { backToReview } from './start/vscode/backToReview';
export { clearSessionKey } from './service/vscode/connection/connectionCommands';
export { openService } from './service/vscode/connection/connectionCommands';
export { setServiceUrl } from './service/vscode/connection/setServiceUrl';
export { setSessionKey } from './service/vscode/connection/connectionCommands';
export { copyDiagnostics } from './help/vscode/copyDiagnostics';
export {
  copyConversationId,
  openConversation,
  removeConversation,
  showConversation,
} from './conversations/vscode/conversationActions';
export { ConversationOutline } from './conversations/common/conversationOutline';
export { childrenOf, conversationTooltip, outlineItem } from './conversations/vscode/conversationItems';
export { attachImages } from './start/vscode/documents/attachImages';
export { discardDraft } from './start/vscode/documents/discardDraft';
export { registerDraftDocumentFeatures } from './start/vscode/documents/registerDraftDocumentFeatures';
export { editDraft } from './start/vscode/documents/editDraft';
export { previewDraft } from './start/vscode/documents/previewDraft';
export { startDraft } from './start/vscode/documents/startDraft';
export { explain, sentenceAlone } from './draft/vscode/explain';
export { withLogLast } from './base/vscode/explanation';
export { historyMessage } from './conversations/vscode/historyWords';
export { answerChat } from './entry/vscode/integrations/answerChat';
export { openLink } from './entry/vscode/integrations/openLink';
export { StartTool } from './entry/vscode/integrations/startTool';
export { outlineSettings } from './settings/common/settingsOutline';
export { copySettingValue, refreshSettings } from './settings/vscode/settingsActions';
export { rowItem, rowTooltip, sectionItem } from './settings/vscode/settingsItems';
export { settingsMessage } from './settings/vscode/settingsMessage';
export { showSettings } from './settings/vscode/settingsActions';
export { reportIssue } from './help/vscode/reportIssue';
export { RequestPreviews } from './start/vscode/requestPreviews';
export { startAgain } from './start/vscode/startAgain';
export { startConversation } from './start/vscode/startFlow';
export { resolveMergeConflicts } from './entry/vscode/resolveMergeConflicts';
export { startFromChanges } from './entry/vscode/startFromChanges';
export { startFromComment } from './entry/vscode/startFromComment';
export { startFromFile } from './entry/vscode/startFromFile';
export { startFromProblem } from './entry/vscode/startFromProblem';
export { startFromSelection } from './entry/vscode/startFromSelection';
export { startFromTerminal } from './entry/vscode/startFromTerminal';
export { startFromTestFailure } from './entry/vscode/startFromTestFailure';
export { createMicroagent, replayConversation } from './entry/vscode/startWithField';
