import { sourceFiles } from '../../support/sourceFiles';
import { testExceptions, type Exception, foundAt, type FoundText } from './foundTexts';
import ts from 'typescript';
import { filledInto, isLocalisation } from '../../support/localisations';

/** Variables, and class properties, whose text is shown or read aloud. */
// prettier-ignore
const shownVariables: ReadonlySet<string> = new Set([
  'label', 'description', 'detail', 'title', 'tooltip', 'message', 'prompt', 'placeHolder', 'placeholder',
  'validationMessage', 'documentation', 'sentence',
]);

/** Object properties whose text is shown or read aloud. */
const shownProperties: ReadonlySet<string> = new Set([...shownVariables, 'text', 'value', 'name', 'args']);

/** Functions that return such a text. */
const shownResults = /(Words|Label|Sentence|Title)$/;

/** Functions and classes whose arguments are shown or read aloud. */
const shownArguments =
  /^(show(Information|Warning|Error)Message|notify|confirm|setStatusBarMessage|show(QuickPick|InputBox)|withProgress|plain(Label|Markdown|Notification)|createStatusBarItem|TreeItem|MarkdownString|CodeAction|CodeLens|ExplainedError|SendError|markdown|appendMarkdown|appendText|progress|t)$/;

const logging = /(^|\.)(#?log\.(trace|debug|info|warn|error)|#warning)$/;

/**
 * Texts that may be shown and can't be translated: phrases and capitalized words anywhere, single words
 * where they are shown. They don't include log lines and errors other than {@link ExplainedError}, both of which
 * stay English, and what the program only compares or looks up.
 */
function untranslatableTexts(file: ts.SourceFile): readonly FoundText[] {
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    if (isNeverShown(node)) return;
    if (isLocalisation(node)) {
      for (const filledIn of filledInto(node)) visit(filledIn);
      return;
    }
    if (isText(node) && mayBeShown(node)) found.push(foundAt(node, node.text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Text = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isText(node: ts.Node): node is Text {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function isNeverShown(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (isCompared(node)) return true;
  if (ts.isCallExpression(node)) {
    return logging.test(node.expression.getText()) || node.expression.kind === ts.SyntaxKind.ImportKeyword;
  }
  return ts.isNewExpression(node) && /^(Range|Type)?Error$/.test(node.expression.getText());
}

function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  if (!isText(node)) return false;
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  return ts.isBinaryExpression(parent) && /^([!=]==|in)$/.test(parent.operatorToken.getText());
}

function mayBeShown(node: Text): boolean {
  const words = node.text.replace(/\$\([\w~-]+\)/g, ' ').trim();
  if (!/\p{L}{2}/u.test(words)) return false;
  return /\p{L}\s+\p{L}|\p{L}[.!?]( |$)/u.test(words) || /^\p{Lu}\p{Ll}+:?$/u.test(words) || isInShownPlace(node);
}

/** Ancestors up to the statement or function that contains the text. */
function isInShownPlace(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return shownProperties.has(parent.name.getText());
  if (ts.isPropertyDeclaration(parent) || ts.isVariableDeclaration(parent)) {
    return shownVariables.has(parent.name.getText());
  }
  if (ts.isReturnStatement(parent)) return shownResults.test(nameOfFunction(parent));
  if (ts.isArrowFunction(parent)) {
    const isWhole = shownResults.test(nameOfFunction(node));
    return isWhole || (ts.isCallExpression(parent.parent) && isInShownPlace(parent.parent));
  }
  if (ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken)) {
    return ts.isPropertyAccessExpression(parent.left) && shownProperties.has(parent.left.name.text);
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const name = /\w+$/.exec(parent.expression.getText())?.[0] ?? '';
    if (shownArguments.test(name)) return true;
    // The parts of a text, or the expressions built from one, are in the same place as the whole.
    return parent.expression === node && isInShownPlace(parent);
  }
  return isPart(parent) && isInShownPlace(parent);
}

function isAssignment({ kind }: ts.Node): boolean {
  return kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.PlusEqualsToken;
}

/** Name of the direct container of a node: its own name, or that of its variable. */
function nameOfFunction(node: ts.Node): string {
  const owner = ts.findAncestor(node.parent, ts.isFunctionLike);
  const named = owner?.name ?? (owner && ts.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined);
  return named?.getText() ?? '';
}

function isPart(node: ts.Node): boolean {
  return (
    ts.isConditionalExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTemplateSpan(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isBinaryExpression(node)
  );
}

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
