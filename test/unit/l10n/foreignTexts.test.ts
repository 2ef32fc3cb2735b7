import { sourceFiles } from '../../support/sourceFiles';
import { foreignTexts, ownWordsIn } from './foreignTexts';
import { testExceptions, type Exception } from './foundTexts';

/** Functions that return only the extension's own words, although their arguments aren't checked. */
const ownWords: readonly (readonly [name: string, why: string])[] = [
  ['requestFieldLabel', 'the name of a field; a path that a service says is made plain with its sentence'],
  ['requestFieldTitle', 'the same'],
  ['formatBytes', 'a number with its unit'],
  ['formatTextSize', 'a number with its unit'],
  ['formatAge', 'how long ago something was'],
];

/** Expressions in which VS Code sees no link and no icon, or which never come from outside. */
// prettier-ignore
const exceptions: readonly Exception[] = [
  [
    'src/conversations/vscode/conversationItems.ts',
    [
      'conversationTitle(conversation)',
      'conversationPlace(conversation)',
      'stateInRow(conversation, now)',
      'stateWithAge(conversation, now)',
    ],
    'rows of a tree are drawn as they are',
  ],
  ['src/settings/vscode/settingsItems.ts', ['valueWithNote(row)', 'labelOf(row)', 'item.description'], 'the same'],
  [
    'src/conversations/vscode/statusBarContent.ts',
    ['stateWithAge(conversation, now)', 'conversationTitle(conversation)'],
    'what a screen reader says',
  ],
  ['src/start/vscode/confirmStart.ts', ['question', 'detail'], 'a modal question is drawn as it is, and has to show every letter'],
  [
    'src/start/vscode/followUp/followUpQuestions.ts',
    ['detail'],
    'a modal question is drawn as it is; the rows of an action show every letter',
  ],
  ['src/draft/vscode/draftFeatures.ts', ['icon', 'words'], 'the name of an icon of ours; made plain by those that call it'],
  ['src/start/vscode/sheet/sheetRows.ts', ['description'], 'made plain by those that call it'],
  ['src/start/vscode/sheet/sheetRows.ts', ['startWords(state, request, warnings)'], 'numbers, and words of ours'],
  ['src/start/vscode/sheet/moreOptions.ts', ['label'], 'the words of a table'],
  ['src/base/vscode/quickInputs.ts', ['title', 'placeHolder'], 'made plain by those that call it'],
  ['src/base/vscode/questions.ts', ['label', 'more'], 'of rows that are made plain where they are made'],
  ['src/repository/vscode/repositoryLabels.ts', ['value', 'providerLabel(value)'], 'one of four names'],
  ['src/base/vscode/explanation.ts', ['label'], 'the words of a button'],
  ['src/conversations/vscode/conversationActions.ts', ['label'], 'the words of a command'],
  ['src/settings/vscode/settingsWords.ts', ['label'], 'the words of a table'],
  ['src/entry/vscode/codeActions.ts', ['title'], 'a command that is not shown by it'],
  ['src/start/vscode/sheet/useTemplate.ts', ['step'], 'a number in parentheses'],
  ['src/base/vscode/readOnlyTexts.ts', ['hint'], 'words of ours'],
  ['src/wire.ts', ['configuration.serviceHost'], 'the title of a view is drawn as it is'],
  [
    'src/conversations/vscode/conversationsTree.ts',
    ['configuration.serviceHost', 'filterWords(chosen)'],
    'the title of a view is drawn as it is',
  ],
  ['src/conversations/vscode/searchConversations.ts', ['words[name]()'], 'the words of a table'],
  ['src/start/vscode/sheet/gitFixes.ts', ['label'], 'words of ours'],
  ['src/start/vscode/sheet/moreOptions.ts', ['details[field]?.(apiOf(state))'], 'the words of a table'],
  ['src/start/vscode/sheet/sheetRows.ts', ['shown.description'], 'of rows that are made plain where they are made'],
  ['src/answer/vscode/decideAction.ts', ['actionRows(actions)'], 'a dialog shows its detail as it is'],
  ['src/start/vscode/sheet/sheetFixes.ts', ['remedyOf(warning)?.label'], 'the words of a button'],
  ['src/service/vscode/connection/chooseService.ts', ['apiWords[api].name()', 'apiWords[api].services()'], 'words for an API'],
  ['src/result/vscode/branchActions.ts', ['words()'], 'the words of a table'],
  ['src/result/vscode/pickBranch.ts', ['commitsWords(commits)'], 'a number, and words of ours'],
  ['src/start/vscode/fields/taskFields.ts', ['ownTitle', 'askTaskTitle(before)'], 'what is sent'],
];

describe('texts from outside', () => {
  const files = sourceFiles('src').filter(({ fileName }) => /\/vscode\/|^src\/[^/]+$/.test(fileName));
  const own = ownWordsIn(
    files,
    ownWords.map(([name]) => name),
  );
  const found = files.flatMap((file) => foreignTexts(file, own));
  testExceptions('become no links, commands or icons anywhere in the interface', exceptions, found);
});
