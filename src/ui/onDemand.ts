/**
 * What ui/ needs only once somebody does or looks at something. It loads as one piece on first need, so that starting
 * VS Code costs no more than registering commands and views.
 */
export { backToReview } from './backToReview';
export { clearSessionKey } from './connection/clearSessionKey';
export { openService } from './connection/openService';
export { setServiceUrl } from './connection/setServiceUrl';
export { setSessionKey } from './connection/setSessionKey';
export { copyDiagnostics } from './copyDiagnostics';
export { copyConversationId, openConversation, removeConversation, showConversation } from './conversationActions';
export { ConversationOutline } from '../domain/conversationOutline';
export { childrenOf, conversationTooltip, outlineItem } from './conversationItems';
export { attachImages } from './drafts/attachImages';
export { discardDraft } from './drafts/discardDraft';
export { registerDraftDocumentFeatures } from './drafts/registerDraftDocumentFeatures';
export { editDraft } from './drafts/editDraft';
export { previewDraft } from './drafts/previewDraft';
export { startDraft } from './drafts/startDraft';
export { explain, sentenceAlone } from './explain';
export { withLogLast } from './explanation';
export { historyMessage } from './historyWords';
export { answerChat } from './integrations/answerChat';
export { openLink } from './integrations/openLink';
export { StartTool } from './integrations/startTool';
export { outlineSettings } from '../domain/settingsOutline';
export { copySettingValue, refreshSettings } from './settingsActions';
export { rowItem, rowTooltip, sectionItem } from './settingsItems';
export { settingsMessage } from './settingsMessage';
export { showSettings } from './showSettings';
export { reportIssue } from './reportIssue';
export { RequestPreviews } from './requestPreviews';
export { startAgain } from './startAgain';
export { startConversation } from './startFlow';
export { resolveMergeConflicts } from './handover/resolveMergeConflicts';
export { startFromChanges } from './handover/startFromChanges';
export { startFromComment } from './handover/startFromComment';
export { startFromFile } from './handover/startFromFile';
export { startFromProblem } from './handover/startFromProblem';
export { startFromSelection } from './handover/startFromSelection';
export { startFromTerminal } from './handover/startFromTerminal';
export { startFromTestFailure } from './handover/startFromTestFailure';
export { createMicroagent, replayConversation } from './handover/startWithField';
