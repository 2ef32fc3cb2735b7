import assert from 'node:assert/strict';
import ts from 'typescript';
import { sourceFiles } from '../../support/sourceFiles';
import { foreignTexts, ownWordsIn } from './foreignTexts';

/** Functions whose words are our own, though what they are called with is among them. */
const ownWords: readonly (readonly [name: string, why: string])[] = [
  ['requestFieldLabel', 'the name of a field; a path that a service says is made plain with its sentence'],
  ['byteWords', 'a number with its unit'],
  ['sizeWords', 'a number with its unit'],
  ['age', 'how long ago something was'],
];

/** Expressions in which VS Code sees no link and no icon, or which are never somebody else's. */
const exceptions: readonly (readonly [file: string, texts: readonly string[], why: string])[] = [
  [
    'src/ui/conversationItems.ts',
    ['conversationTitle(conversation)', 'conversationPlace(conversation)', 'stateWithAge(conversation, now)'],
    'rows of a tree are drawn as they are',
  ],
  ['src/ui/settingsItems.ts', ['valueWords(row.value)', 'labelOf(row)', 'item.description'], 'the same'],
  [
    'src/ui/statusBarWords.ts',
    ['stateWithAge(conversation, now)', 'conversationTitle(conversation)'],
    'what a screen reader says',
  ],
  [
    'src/ui/confirmFilled.ts',
    ['question', 'detail'],
    'a modal question is drawn as it is, and has to show every letter',
  ],
  ['src/ui/drafts/discardDraft.ts', ['messageWords(draft)'], 'a modal question is drawn as it is'],
  ['src/ui/drafts/draftLenses.ts', ['title'], 'made plain by those that call it'],
  ['src/ui/sheet/sheetRows.ts', ['description'], 'made plain by those that call it'],
  ['src/ui/typedFirst.ts', ['words.trimStart()', 'row.description'], 'of rows that are made plain where they are made'],
  ['src/ui/steps.ts', ['title'], 'handed on to what shows it'],
  ['src/ui/pickConversation.ts', ['conversationState(conversation, now).icon'], 'the name of an icon of ours'],
  ['src/ui/providerWords.ts', ['value'], 'one of four names'],
  ['src/ui/explanation.ts', ['label'], 'the words of a button'],
  ['src/ui/conversationActions.ts', ['label'], 'the words of a command'],
  ['src/ui/settingsWords.ts', ['label'], 'the words of a table'],
  ['src/ui/handover/codeActions.ts', ['title'], 'a command that is not shown by it'],
  ['src/ui/sheet/copyAsCurl.ts', ['keyVariable'], 'the name of a variable of ours'],
  ['src/ui/sheet/fields/textFile.ts', ['title'], 'the name of a field'],
  ['src/ui/sheet/fields/suggestedTaskField.ts', ['mergeConflicts', 'before?.title', 'title'], 'what is sent'],
  ['src/ui/sheet/fields/microagentField.ts', ['before?.title', 'asked.title', 'title'], 'what is sent'],
];

describe('texts of somebody else', () => {
  const files = sourceFiles('src/ui', 'src/extension.ts', 'src/wire.ts');
  const own = ownWordsIn(
    files,
    ownWords.map(([name]) => name),
  );
  const found = files.flatMap((file) => foreignTexts(file, own));
  const isExcepted = (file: string, text: string) =>
    exceptions.some(([inFile, texts]) => inFile === file && texts.includes(text));

  it('become no links, commands or icons wherever a person sees them', () =>
    assert.deepEqual(
      found
        .filter(({ file, text }) => !isExcepted(file, text))
        .map(({ file, line, text }) => `${file}:${line} ${text}`),
      [],
    ));

  it('have no exceptions that nothing needs', () =>
    assert.deepEqual(
      exceptions.flatMap(([file, texts]) =>
        texts.filter((text) => !found.some((each) => each.file === file && each.text === text)),
      ),
      [],
    ));
});

describe('the search for texts of somebody else', () => {
  const cases: readonly (readonly [source: string, found: readonly string[]])[] = [
    ['showInputBox({ prompt: input.description })', ['input.description']],
    ['showInputBox({ prompt: plainNotification(input.description) })', []],
    ["showInputBox({ prompt: l10n.t('Value of {0}', name) })", ['name']],
    ["showInputBox({ prompt: l10n.t({ message: 'Value of {0}', args: [name], comment: 'x' }) })", ['name']],
    ["showInputBox({ prompt: l10n.t('Value') })", []],
    ["showInputBox({ prompt: l10n.t('{0} files', files.length) })", []],
    ['const prompt = input.description || input.id; showInputBox({ prompt })', ['input.description', 'input.id']],
    ["const title = l10n.t('Server'); showInputBox({ title })", []],
    ["const title = l10n.t('x'); { const { title } = given; showInputBox({ title }); }", ['title']],
    ["const title = l10n.t('x'); rows.map(({ title }) => showInputBox({ title }));", ['title']],
    ["let title = l10n.t('x'); showInputBox({ title });", ['title']],
    ['function ask(title: string) { return showInputBox({ title }); }', ['title']],
    ['box.validationMessage = refusal;', ['refusal']],
    ['box.validationMessage = { message: verdict.message, severity };', ['verdict.message']],
    ['box.placeholder = ok ? undefined : `${name}: x`;', ['name']],
    ['view.message = state.words;', ['state.words']],
    ['showInputBox({ validateInput: (text) => refuse(text) })', ['refuse(text)']],
    ['showInputBox({ validateInput: (text) => { if (text) return said; return undefined; } })', ['said']],
    ["function refuse() { return l10n.t('No'); } showInputBox({ validateInput: (text) => refuse(text) })", []],
    ["function say(x: string) { return l10n.t('No {0}', x); } showInputBox({ prompt: say(a) })", ['say(a)']],
    ['textStep({ prompt: given })', []],
    ['showErrorMessage(error.message)', ['error.message']],
    ["showErrorMessage(plainNotification(sentences.join(' ')))", []],
    ['({ label: `$(repo) ${plainLabel(name)}`, description: branch })', ['branch']],
    ["({ label: [a, plainLabel(b)].filter(Boolean).join(' · ') })", ['a']],
    ["({ detail: names.map(plainLabel).join(', ') })", []],
    ["({ detail: names.map((name) => name).join(', ') })", ['name']],
  ];
  for (const [source, expected] of cases) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} in ${source}`, () => {
      const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
      assert.deepEqual(
        foreignTexts(file, ownWordsIn([file], [])).map(({ text }) => text),
        expected,
      );
    });
  }
});
