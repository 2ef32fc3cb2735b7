import assert from 'node:assert/strict';
import ts from 'typescript';
import { untranslatableTexts } from './untranslatableTexts';
import { sourceFiles } from '../../support/sourceFiles';

/** Texts that aren't shown, or are the same in every language. */
const exceptions: readonly (readonly [file: string, text: string, why: string])[] = [
  ['src/wire.ts', 'Agent Conversations', 'the name of the product, on its log'],
  ['src/base/vscode/log.ts', 'Earlier, hidden by the log level:', 'a line of the log'],
  ['src/names.ts', 'agentConversations.', 'the beginning of ids'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Bitbucket', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Bitbucket Data Center', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Forgejo', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Azure DevOps', 'a name'],
  ['src/draft/vscode/askImages.ts', 'https://example.com/image.png', 'an address'],
  ['src/service/vscode/connection/setServiceUrl.ts', 'http://localhost:3000', 'an address'],
];

describe('texts in the source files', () => {
  const found = sourceFiles('src')
    .filter(({ fileName }) => /\/vscode\/|^src\/[^/]+$/.test(fileName))
    .flatMap(untranslatableTexts);
  const isException = (file: string, text: string) =>
    exceptions.some(([inFile, excepted]) => inFile === file && excepted === text);

  it('can be translated wherever they are shown', () =>
    assert.deepEqual(
      found
        .filter(({ file, text }) => !isException(file, text))
        .map(({ file, line, text }) => `${file}:${line} ${text}`),
      [],
    ));
  it('have no unnecessary exceptions', () =>
    assert.deepEqual(
      exceptions.filter(([inFile, excepted]) => !found.some(({ file, text }) => file === inFile && text === excepted)),
      [],
    ));
});

describe('the search for untranslatable texts', () => {
  const cases: readonly (readonly [source: string, found: readonly string[]])[] = [
    ["window.showErrorMessage('No key')", ['No key']],
    ["window.showErrorMessage(plainNotification('wait'))", ['wait']],
    ["pick.title = 'repository';", ['repository']],
    ["({ label: `$(add) ${isNew ? 'new' : l10n.t('Old')}` })", ['new']],
    ["({ label: '$(add)', kind: 'some' })", []],
    ["new vscode.TreeItem('Other')", ['Other']],
    ["new ExplainedError('failed')", ['failed']],
    ["function stateWords() { return 'Started'; }", ['Started']],
    ["const words = ['at once', x].join(' · ');", ['at once']],
    ["const title = 'repository';", ['repository']],
    ["class Row { label = 'repository'; }", ['repository']],
    ["item.text += 'sent';", ['sent']],
    ["const placeHolder = (place && placeOf(place)) || 'what';", ['what']],
    ["const stateWords = () => 'sending';", ['sending']],
    ["function stateLabel(x) { return x ? 'set' : 'not'; }", ['set', 'not']],
    ["({ title: names.map(() => 'repository').join() })", ['repository']],
    ["markdown.appendMarkdown('loaded');", ['loaded']],
    ["const kind = (x) => (x ? 'set' : 'unset'); function kindOf() { return 'set'; }", []],
    ["l10n.t('Sent {0}', 'today')", ['today']],
    ["vscode.l10n.t({ message: 'Sent {0}', args: ['today'], comment: 'When it was' })", ['today']],
    ["log.error('It failed.', { reason: 'too large' }); this.#log.warn('It failed.');", []],
    ["throw new Error('It failed.')", []],
    ["switch (kind) { case 'not empty': return 'a'; }", []],
    ["if (expected === 'not empty') run('start')", []],
    ["import { a } from './a b'; type B = 'c d';", []],
  ];
  for (const [source, expected] of cases) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} in ${source}`, () => {
      const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
      assert.deepEqual(
        untranslatableTexts(file).map(({ text }) => text),
        expected,
      );
    });
  }
});
