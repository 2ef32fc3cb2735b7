/** Ids shared by package.json and the code. A test keeps both in sync. */

export const extensionId = 'agent-conversations.agent-conversations';

/** ID of a command in package.json. A test keeps those that the code names in sync with it. */
export type CommandId = `agentConversations.${string}`;

export const views = {
  conversations: 'agentConversations.conversations',
  settings: 'agentConversations.settings',
} as const;

export const statusBarItemId = 'agentConversations.status';

/** Schemes of the texts that are shown as read-only documents. */
export const textSchemes = { request: 'agent-conversations-request', answer: 'agent-conversations-answer' } as const;

/** Folder in the paths of answers, by which package.json gives them a language of their own. */
export const answerFolder = 'agent-conversations-answer';

/** Set to the kind of the settings view's state; determines its welcome text. */
export const settingsStateContext = 'agentConversations.settingsState';

/** Set once something was done, in whatever window: each completes a step of the walkthrough. */
export const stepContexts = {
  keySaved: 'agentConversations.keySet',
  settingsLoaded: 'agentConversations.settingsSaved',
  pageOpened: 'agentConversations.pageOpened',
  resultReviewed: 'agentConversations.resultReviewed',
} as const;
export type WalkthroughStep = keyof typeof stepContexts;

/** Set while the review sheet is open: enables keys for the buttons of its title. */
export const sheetContext = 'agentConversations.reviewSheet';

/** Called by those keys with the name of an action; registered while the sheet is open. */
export const sheetActionCommand = 'agentConversations.reviewSheetAction';

/** Paths of the drafts that were opened in an editor: package.json shows the commands for drafts in these. */
export const draftPathsContext = 'agentConversations.draftPaths';

/** Set if the active editor has the changes of a pushed branch: to `target` if that is the branch to merge into. */
export const changesEditorContext = 'agentConversations.changesEditor';

/** Set while there is a conversation in the list: the palette has the commands on conversations only then. */
export const hasConversationsContext = 'agentConversations.hasConversations';

/** Set while the list shows only some conversations: its filter's icon is filled then. */
export const filteredContext = 'agentConversations.filtered';

/** Set if the status of a conversation was ever asked for: completes a step of the walkthrough. */
export const statusAskedContext = 'agentConversations.statusAsked';

/** Set only to wait for the window's reply, which comes after it has handled all earlier messages of the extension host. */
export const caughtUpContext = 'agentConversations.caughtUp';

export const configurationSection = 'agentConversations';

export const startTool = 'agent-conversations_startConversation';

export const chatParticipant = 'agentConversations.chat';
