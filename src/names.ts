/** Ids that package.json and the code share. A test holds the two together. */

export const extensionId = 'agent-conversations.agent-conversations';

export const commands = {
  startConversation: 'agentConversations.startConversation',
  startFromSelection: 'agentConversations.startFromSelection',
  startFromFile: 'agentConversations.startFromFile',
  startFromProblem: 'agentConversations.startFromProblem',
  startFromComment: 'agentConversations.startFromComment',
  startFromChanges: 'agentConversations.startFromChanges',
  startFromTerminal: 'agentConversations.startFromTerminal',
  startFromTestFailure: 'agentConversations.startFromTestFailure',
  resolveMergeConflicts: 'agentConversations.resolveMergeConflicts',
  showConversation: 'agentConversations.showConversation',
  startAgain: 'agentConversations.startAgain',
  editDraft: 'agentConversations.editDraft',
  startDraft: 'agentConversations.startDraft',
  backToReview: 'agentConversations.backToReview',
  previewDraft: 'agentConversations.previewDraft',
  discardDraft: 'agentConversations.discardDraft',
  attachImages: 'agentConversations.attachImages',
  createMicroagent: 'agentConversations.createMicroagent',
  replayConversation: 'agentConversations.replayConversation',
  openConversation: 'agentConversations.openConversation',
  copyConversationId: 'agentConversations.copyConversationId',
  removeConversation: 'agentConversations.removeConversation',
  refreshSettings: 'agentConversations.refreshSettings',
  copySettingValue: 'agentConversations.copySettingValue',
  setServiceUrl: 'agentConversations.setServiceUrl',
  setSessionKey: 'agentConversations.setSessionKey',
  clearSessionKey: 'agentConversations.clearSessionKey',
  showLog: 'agentConversations.showLog',
} as const;
export type CommandId = (typeof commands)[keyof typeof commands];

export const views = {
  conversations: 'agentConversations.conversations',
  settings: 'agentConversations.settings',
} as const;

export const statusBarItemId = 'agentConversations.status';

/** Set to the kind of the settings view's state; the welcome texts are chosen by it. */
export const settingsStateContext = 'agentConversations.settingsState';

export const configurationSection = 'agentConversations';
