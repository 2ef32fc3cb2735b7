import assert from 'node:assert/strict';
import {
  changesEditorContext,
  draftPathsContext,
  filteredContext,
  hasConversationsContext,
  settingsStateContext,
  sheetContext,
  textSchemes,
  views,
} from '../../src/names';
import { manifest } from '../support/manifest';

const { keybindings, menus, viewsWelcome } = manifest.contributes;

const trusted = { isWorkspaceTrusted: true };
const listed = { view: views.conversations, [hasConversationsContext]: true };
const started = 'conversation identified repository refreshable deciding answering messaging unfollowed';
const answer = { resourceScheme: textSchemes.answer };
const draft = { resourcePath: '/a.md', [draftPathsContext]: ['/a.md'] };
const changes = { activeEditor: 'multiDiffEditor', [changesEditorContext]: 'branch' };

type Case = readonly [where: string, keys: ContextKeys, offered: string];

// prettier-ignore
const cases: Readonly<Record<string, readonly Case[]>> = {
  'commandPalette': [
    ['in an empty window', {}, ''],
    ['in an editor', { activeEditor: 'default', editorIsOpen: true }, 'delegateSelection delegateFile'],
    ['in a notebook', { activeEditor: 'notebook', editorIsOpen: true, notebookEditorFocused: true }, 'delegateFile'],
    ['without an open repository', { gitOpenRepositoryCount: 0 }, ''],
    ['with an open repository', { gitOpenRepositoryCount: 1 }, 'startFromChanges'],
    ['with text selected in a terminal', { terminalTextSelected: true }, 'startFromTerminal'],
    ['beside a formatted answer', { ...answer, resourceExtname: '.md' }, 'previewAnswer'],
    ['beside a plain answer', { ...answer, resourceExtname: '.txt' }, ''],
    ['beside another Markdown file', { resourceScheme: 'file', resourceExtname: '.md' }, ''],
    ['with an empty list that is filtered', { [filteredContext]: true }, ''],
  ],
  'editor/title': [
    ['of a formatted answer', { ...answer, ...trusted, resourceExtname: '.md' }, 'previewAnswer sendFollowUp openConversation'],
    ['of a plain answer', { ...answer, ...trusted, resourceExtname: '.txt' }, 'sendFollowUp openConversation'],
    ['of an answer in Restricted Mode', { ...answer, resourceExtname: '.md' }, 'previewAnswer openConversation'],
    ['of a request', { ...trusted, resourceScheme: textSchemes.request }, 'backToReview'],
    ['of a draft', { ...trusted, ...draft }, 'startDraft attachImages previewDraft discardDraft'],
    ['of another Markdown file', { ...trusted, ...draft, resourcePath: '/b.md', resourceExtname: '.md' }, ''],
    ['of the changes of a branch', changes, 'checkOutBranch checkOutBranchInWorktree createPullRequest'],
    ['of those of the branch to merge into', { ...changes, [changesEditorContext]: 'target' }, 'checkOutBranch checkOutBranchInWorktree'],
    ['of other changes', { activeEditor: 'multiDiffEditor' }, ''],
  ],
  'editor/context': [
    ['of selected text', { ...trusted, editorHasSelection: true }, 'startFromSelection'],
    ['of selected text in Restricted Mode', { editorHasSelection: true }, ''],
    ['without a selection', trusted, ''],
    ['of a notebook', { ...trusted, editorHasSelection: true, notebookEditorFocused: true }, ''],
  ],
  'editor/title/context': [
    ['of a file', { ...trusted, resourceSet: true }, 'startFromFile'],
    ['of a page', trusted, ''],
    ['in Restricted Mode', { resourceSet: true }, ''],
  ],
  'explorer/context': [
    ['of a file', trusted, 'startFromFile'],
    ['of a folder', { ...trusted, explorerResourceIsFolder: true }, ''],
    ['of several entries', { ...trusted, explorerResourceIsFolder: true, listMultiSelection: true }, 'startFromFile'],
    ['in Restricted Mode', { listMultiSelection: true }, ''],
  ],
  'scm/title': [
    ['of a Git repository', { ...trusted, scmProvider: 'git' }, 'startFromChanges resolveMergeConflicts'],
    ['of another provider', { ...trusted, scmProvider: 'hg' }, ''],
    ['in Restricted Mode', { scmProvider: 'git' }, ''],
  ],
  'scm/resourceGroup/context': [
    ['of merge changes', { ...trusted, scmProvider: 'git', scmResourceGroup: 'merge' }, 'resolveMergeConflicts'],
    ['of other changes', { ...trusted, scmProvider: 'git', scmResourceGroup: 'index' }, ''],
    ['of another provider', { ...trusted, scmProvider: 'hg', scmResourceGroup: 'merge' }, ''],
    ['in Restricted Mode', { scmProvider: 'git', scmResourceGroup: 'merge' }, ''],
  ],
  'terminal/context': [
    ['of selected text', { ...trusted, terminalTextSelected: true }, 'startFromTerminal'],
    ['without a selection', trusted, ''],
    ['in Restricted Mode', { terminalTextSelected: true }, ''],
  ],
  'testing/message/context': [
    ['of a failed test', trusted, 'startFromTestFailure'],
    ['in Restricted Mode', {}, ''],
  ],
  'view/title': [
    ['of an empty list', { view: views.conversations }, 'startConversation refreshConversations setServiceUrl openService showLog copyDiagnostics reportIssue'],
    ['of an empty list that is filtered', { view: views.conversations, [filteredContext]: true }, 'startConversation refreshConversations setServiceUrl openService showLog copyDiagnostics reportIssue'],
    ['of the conversations', listed, 'startConversation findConversation filterConversations refreshConversations setServiceUrl openService showLog copyDiagnostics reportIssue'],
    ['of a filtered list', { ...listed, [filteredContext]: true }, 'startConversation findConversation changeFilter refreshConversations setServiceUrl openService showLog copyDiagnostics reportIssue'],
    ['of the settings', { ...listed, view: views.settings }, 'refreshSettings setServiceUrl setSessionKey clearSessionKey openService'],
    ['of the settings beside a filtered list', { ...listed, view: views.settings, [filteredContext]: true }, 'refreshSettings setServiceUrl setSessionKey clearSessionKey openService'],
  ],
  'view/item/context': [
    ['of a conversation', { ...trusted, ...listed, viewItem: started }, 'openConversation startAgain showLastAnswer decideAction sendFollowUp refreshStatus followConversation copyConversationLink copyConversationId reviewResult removeConversation'],
    ['of a followed conversation without a repository', { ...trusted, ...listed, viewItem: 'conversation identified refreshable followed' }, 'openConversation startAgain refreshStatus stopFollowing copyConversationLink copyConversationId removeConversation'],
    ['of a failed start', { ...trusted, ...listed, viewItem: 'conversation' }, 'startAgain removeConversation'],
    ['of a conversation in Restricted Mode', { ...listed, viewItem: started }, 'openConversation showLastAnswer refreshStatus followConversation copyConversationLink copyConversationId removeConversation'],
    ['of a service', { ...trusted, ...listed, viewItem: 'service' }, ''],
    ['of a setting with a value', { ...trusted, view: views.settings, viewItem: 'settingValue' }, 'copySettingValue'],
    ['of another setting', { ...trusted, view: views.settings, viewItem: 'setting' }, ''],
    ['of a row in another view', { ...trusted, view: 'other', viewItem: `${started} followed` }, ''],
    ['of a value in another view', { ...trusted, view: 'other', viewItem: 'settingValue' }, ''],
  ],
};

describe('what the menus offer', () => {
  it('is listed here for each', () => assert.deepEqual(Object.keys(menus).sort(), Object.keys(cases).sort()));
  for (const [menu, situations] of Object.entries(cases))
    for (const [where, keys, expected] of situations)
      it(`in ${menu} ${where}`, () => {
        const items = (menus[menu] ?? []).filter(({ when }) => when === undefined || holds(when, keys));
        const names = items.map(({ command }) => command.replace('agentConversations.', ''));
        // A button of a row is in its menu, too.
        assert.equal([...new Set(names)].join(' '), expected);
      });
});

const preview = { resourceScheme: textSchemes.request, editorTextFocus: true };

// prettier-ignore
const keyCases: readonly Case[] = [
  ['while the request is read', preview, 'escape'],
  ['while text is selected in it, which Escape ends', { ...preview, editorHasSelection: true }, ''],
  ['while something is searched in it, which Escape ends', { ...preview, findWidgetVisible: true }, ''],
  ['while another part of the window has the focus', { ...preview, editorTextFocus: false }, ''],
  ['while another text is read', { editorTextFocus: true }, ''],
  ['on the review sheet', { inQuickInput: true, [sheetContext]: true }, 'ctrl+k e, ctrl+k i, ctrl+k t, ctrl+k p, ctrl+k c'],
  ['beside the review sheet', { [sheetContext]: true }, ''],
  ['in other questions', { inQuickInput: true }, ''],
];

describe('the keys of the extension that work', () => {
  for (const [where, keys, expected] of keyCases)
    it(where, () => {
      const working = keybindings.filter(({ when }) => holds(when, keys));
      assert.equal(working.map(({ key }) => key).join(', '), expected);
    });
});

const folder = { ...trusted, workspaceFolderCount: 1, 'config.git.enabled': true };
const ready = { ...folder, [settingsStateContext]: 'loaded' };
const restricted = { 'config.git.enabled': true, 'git.missing': true };
const unreachable = { [settingsStateContext]: 'unreachable' };

// prettier-ignore
const welcomes: Readonly<Record<string, readonly Case[]>> = {
  [views.conversations]: [
    ['in Restricted Mode', { ...restricted, workspaceFolderCount: 1, [settingsStateContext]: 'noSettings' }, 'untrusted'],
    ['in Restricted Mode on a remote machine', { ...restricted, workspaceFolderCount: 0, remoteName: 'wsl' }, 'untrusted'],
    ['before a key is saved', { ...folder, [settingsStateContext]: 'noKey' }, 'conversations'],
    ['before settings are saved', { ...folder, [settingsStateContext]: 'noSettings' }, 'conversations.noSettings'],
    ['once everything is saved', ready, 'conversations.ready'],
    ['without a folder', { ...ready, workspaceFolderCount: 0, 'git.missing': true }, 'conversations.ready noFolder'],
    ['with Git turned off', { ...ready, 'config.git.enabled': false, 'git.missing': true }, 'conversations.ready gitDisabled'],
    ['without the Git extension', { ...trusted, workspaceFolderCount: 1, [settingsStateContext]: 'loaded' }, 'conversations.ready gitExtension'],
    ['without Git', { ...ready, 'git.missing': true }, 'conversations.ready gitMissing'],
    ['without Git on a remote machine', { ...ready, 'git.missing': true, remoteName: 'wsl' }, 'conversations.ready gitMissing.remote'],
    ['with Git on a remote machine', { ...ready, remoteName: 'wsl' }, 'conversations.ready'],
  ],
  [views.settings]: [
    ['while they are loaded', { [settingsStateContext]: 'loading' }, ''],
    ['without a key', { [settingsStateContext]: 'noKey' }, 'settings.noKey'],
    ['without a key on a remote machine', { [settingsStateContext]: 'noKey', remoteName: 'wsl' }, 'settings.noKey'],
    ['while the service is unreachable', unreachable, 'settings.unreachable'],
    ['while it is unreachable from a remote machine', { ...unreachable, remoteName: 'wsl' }, 'settings.unreachable.remote'],
  ],
};

describe('what an empty view says', () => {
  for (const [id, situations] of Object.entries(welcomes))
    for (const [where, keys, expected] of situations)
      it(`in ${id} ${where}`, () => {
        const shown = viewsWelcome.filter(({ view, when = '' }) => view === id && holds(when, keys));
        assert.equal(shown.map(({ contents }) => contents.slice('%welcome.'.length, -1)).join(' '), expected);
      });
});

/** Values of VS Code's context keys. A key that is absent isn't set. */
type ContextKeys = Readonly<Record<string, boolean | number | string | readonly string[]>>;

/** True if VS Code would show an item with this `when` clause. Knows the operators that package.json uses. */
function holds(when: string, keys: ContextKeys): boolean {
  return when.split(' || ').some((alternative) => alternative.split(' && ').every((term) => termHolds(term, keys)));
}

function termHolds(term: string, keys: ContextKeys): boolean {
  if (term.startsWith('!')) return !termHolds(term.replace(/^!\(?|\)$/g, ''), keys);
  const [key = '', operator, ...operands] = term.split(' ');
  const value = keys[key];
  const operand = operands.join(' ');
  switch (operator) {
    case undefined:
      return Boolean(value);
    case '==':
      return String(value) === operand;
    case '!=':
      return String(value) !== operand;
    case '=~':
      return new RegExp(operand.slice(1, -1)).test(String(value));
    case 'in': {
      const list = keys[operand];
      return Array.isArray(list) && list.includes(value);
    }
    default:
      throw new Error(`Unknown operator: ${term}`);
  }
}
