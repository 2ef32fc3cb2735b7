import { sourceFiles } from '../../support/sourceFiles';
import { testExceptions, type Exception } from './foundTexts';
import { untranslatableTexts } from './untranslatableTexts';

/** Texts that aren't shown, or are the same in every language. */
// prettier-ignore
const exceptions: readonly Exception[] = [
  ['src/wire.ts', ['Agent Conversations'], 'the name of the product, on its log'],
  ['src/service/vscode/gitProviderLabels.ts', ['Bitbucket', 'Bitbucket Data Center', 'Forgejo', 'Azure DevOps'], 'names'],
  ['src/draft/vscode/askImages.ts', ['https://example.com/image.png'], 'an address'],
  ['src/service/vscode/apiWords.ts', ['~/.openhands/agent-canvas/api-key.txt'], 'a path'],
  ['src/conversations/vscode/statusBarContent.ts', ['statusBarItem.', 'Background'], 'parts of the id of a color'],
];

/** The diagnostics go into issues: they are in English, wherever they are copied. */
const diagnostics = 'src/help/vscode/diagnosticSections.ts';

describe('texts in the source files', () => {
  const found = sourceFiles('src')
    .filter(({ fileName }) => /\/vscode\/|^src\/[^/]+$/.test(fileName) && fileName !== diagnostics)
    .flatMap(untranslatableTexts);
  testExceptions('can be translated wherever they are shown', exceptions, found);
});
