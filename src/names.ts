/** Ids that package.json and the code share. A test holds the two together. */

export const extensionId = 'agent-conversations.agent-conversations';

/** Those that hand something over: they answer whoever ran them, and tell a person what went wrong themselves. */
export const answeringCommands = [
  'startFromSelection',
  'startFromFile',
  'delegateSelection',
  'delegateFile',
  'startFromProblem',
  'startFromComment',
  'startFromChanges',
  'startFromTerminal',
  'startFromTestFailure',
  'resolveMergeConflicts',
  'createMicroagent',
  'replayConversation',
] as const;

/** Of every command; a test holds them and package.json together. */
export const commandNames = [
  'startConversation',
  ...answeringCommands,
  'showConversation',
  'startAgain',
  'startPastConversation',
  'editDraft',
  'startDraft',
  'backToReview',
  'previewDraft',
  'discardDraft',
  'attachImages',
  'openConversation',
  'copyConversationId',
  'removeConversation',
  'showSettings',
  'refreshSettings',
  'copySettingValue',
  'setServiceUrl',
  'setSessionKey',
  'clearSessionKey',
  'openService',
  'showLog',
  'copyDiagnostics',
  'reportIssue',
] as const;
export type CommandName = (typeof commandNames)[number];

/** The ids of the commands, by their names. */
export const commands = Object.fromEntries(commandNames.map((name) => [name, `agentConversations.${name}`])) as {
  readonly [Name in CommandName]: `agentConversations.${Name}`;
};
export type CommandId = (typeof commands)[keyof typeof commands];

export const views = {
  conversations: 'agentConversations.conversations',
  settings: 'agentConversations.settings',
} as const;

export const statusBarItemId = 'agentConversations.status';

/** Set to the kind of the settings view's state; the welcome texts are chosen by it. */
export const settingsStateContext = 'agentConversations.settingsState';

/** Set once a session key was kept in this window: the walkthrough ticks its step by it. */
export const keySetContext = 'agentConversations.keySet';

/** Set once settings were in view in this window: the walkthrough ticks its step by it. */
export const settingsSeenContext = 'agentConversations.settingsSeen';

/** Set while the review sheet is open: keys stand for the buttons of its title. */
export const sheetContext = 'agentConversations.reviewSheet';

/** What those keys call, with the name of an action; there while the sheet is. */
export const sheetActionCommand = 'agentConversations.reviewSheetAction';

export const configurationSection = 'agentConversations';

/** What language models call. */
export const startTool = 'agent-conversations_startConversation';

export const chatParticipant = 'agentConversations.chat';
