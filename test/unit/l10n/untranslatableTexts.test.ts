import assert from 'node:assert/strict';
import { untranslatableTexts } from './untranslatableTexts';
import { sourceFiles } from '../../support/sourceFiles';

/** Texts that aren't shown, or are the same in every language. */
const exceptions: readonly (readonly [file: string, text: string, why: string])[] = [
  ['src/wire.ts', 'Agent Conversations', 'the name of the product, on its log'],
  ['src/names.ts', 'agentConversations.', 'the beginning of ids'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Bitbucket', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Bitbucket Data Center', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Forgejo', 'a name'],
  ['src/service/vscode/errors/fieldLabels.ts', 'Azure DevOps', 'a name'],
  ['src/draft/vscode/askImages.ts', 'https://example.com/image.png', 'an address'],
  ['src/service/vscode/connection/connectionCommands.ts', 'http://localhost:3000', 'an address'],
];

/** The diagnostics go into issues: they are in English, wherever they are copied. */
const diagnostics = /^src\/help\/vscode\/(diagnosticSections|windowDiagnostics)\.ts$/;

describe('texts in the source files', () => {
  const found = sourceFiles('src')
    .filter(({ fileName }) => /\/vscode\/|^src\/[^/]+$/.test(fileName) && !diagnostics.test(fileName))
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
