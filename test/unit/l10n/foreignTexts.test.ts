import { sourceFiles } from '../../support/sourceFiles';
import { testExceptions, type Exception, foundAt, type FoundText } from './foundTexts';
import ts from 'typescript';
import { filledInto, isLocalisation } from '../../support/localisations';

/** Properties whose text VS Code shows, and in which it may see links, commands or icons. */
// prettier-ignore
const shownProperties: ReadonlySet<string> = new Set([
  'prompt', 'placeHolder', 'placeholder', 'title', 'validationMessage', 'label', 'description', 'detail',
  'invocationMessage',
]);

/** Functions of which the first argument is shown. */
const showing = /^(show(Information|Warning|Error)Message|setStatusBarMessage|markdown|progress)$/;

/** Functions that say why an input is rejected. */
const refusing: ReadonlySet<string> = new Set(['validateInput', 'refuse']);

/** The extension's own questions, which escape their arguments. */
const asking = /^(askAndTry|askText|askChoice|typedFirst)$/;

/** Functions after which nothing in a text is a link, a command or an icon. */
const plain = /^(plain(Label|Notification|Markdown)|sanitizeServerText)$/;

/**
 * Expressions whose displayed text may come from outside and wasn't escaped: only the extension's own words are allowed.
 */
function foreignTexts(file: ts.SourceFile, ownWords: ReadonlySet<string>): readonly FoundText[] {
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    for (const shown of shownIn(node))
      for (const foreign of foreignIn(shown, ownWords))
        found.push(foundAt(foreign, foreign.getText().replace(/\s+/g, ' ')));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Names of the functions that return only the extension's own words, however they are called.
 * @param known names of other such functions
 */
function ownWordsIn(files: readonly ts.SourceFile[], known: readonly string[]): ReadonlySet<string> {
  const functions = files.flatMap((file) => file.statements.filter(ts.isFunctionDeclaration));
  const own = new Set(known);
  let before = -1;
  while (before !== own.size) {
    before = own.size;
    const foreign = new Set(functions.filter((each) => !isOwnWords(each, own)).map(({ name }) => name?.text));
    for (const each of functions) {
      const name = each.name?.text ?? '';
      if (isOwnWords(each, own)) own.add(within(each, name));
      if (!foreign.has(name)) own.add(name);
    }
  }
  return own;
}

/** Function of a file; other functions may have the same name. */
function within(node: ts.Node, name: string): string {
  return `${node.getSourceFile().fileName} ${name}`;
}

function isOwnWords({ body }: ts.FunctionDeclaration, ownWords: ReadonlySet<string>): boolean {
  const results = body ? returnedIn(body) : [];
  return results.length > 0 && results.every((result) => foreignIn(result, ownWords).length === 0);
}

/** Expressions in a node whose text is displayed. */
function shownIn(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node)) {
    const name = node.name.getText();
    if (refusing.has(name) && !isForUs(node)) return resultsOf(node.initializer);
    return shownProperties.has(name) && !isForUs(node) ? [node.initializer] : [];
  }
  if (ts.isShorthandPropertyAssignment(node))
    return shownProperties.has(node.name.text) && !isForUs(node) ? [node.name] : [];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right } = node;
    if (!ts.isPropertyAccessExpression(left)) return [];
    return left.name.text === 'message' || shownProperties.has(left.name.text) ? [right] : [];
  }
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    return first && showing.test(nameOf(node.expression)) ? [first] : [];
  }
  return [];
}

/** True if a property belongs to one of the extension's own questions. */
function isForUs({ parent }: ts.ObjectLiteralElementLike): boolean {
  return ts.isCallExpression(parent.parent) && asking.test(nameOf(parent.parent.expression));
}

/** True for what the user answers to one of them. */
function isAnswer(node: ts.Expression): boolean {
  return (
    ts.isAwaitExpression(node) &&
    ts.isCallExpression(node.expression) &&
    asking.test(nameOf(node.expression.expression))
  );
}

/** Return values of a function. */
function resultsOf(node: ts.Expression): readonly ts.Expression[] {
  if (!ts.isArrowFunction(node)) return [node];
  return ts.isBlock(node.body) ? returnedIn(node.body) : [node.body];
}

function returnedIn(body: ts.Block): readonly ts.Expression[] {
  const results: ts.Expression[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isReturnStatement(inner) && inner.expression) results.push(inner.expression);
    if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit);
  };
  visit(body);
  return results;
}

function foreignIn(node: ts.Expression, ownWords: ReadonlySet<string>): readonly ts.Node[] {
  const inAll = (...inner: readonly ts.Expression[]) => inner.flatMap((each) => foreignIn(each, ownWords));
  if (isOwn(node)) return [];
  if (isLocalisation(node)) return inAll(...filledInto(node));
  if (ts.isTemplateExpression(node)) return inAll(...node.templateSpans.map(({ expression }) => expression));
  if (ts.isConditionalExpression(node)) return inAll(node.whenTrue, node.whenFalse);
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node))
    return inAll(node.expression);
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return isAnd ? inAll(node.right) : inAll(node.left, node.right);
  }
  if (ts.isArrayLiteralExpression(node)) return inAll(...node.elements);
  if (ts.isSpreadElement(node)) return inAll(node.expression);
  // A message with its severity.
  if (ts.isObjectLiteralExpression(node)) {
    const messages = node.properties.filter(ts.isPropertyAssignment).filter(({ name }) => name.getText() === 'message');
    return inAll(...messages.map(({ initializer }) => initializer));
  }
  if (ts.isIdentifier(node)) {
    const declared = constantNamed(node.text, node.parent);
    return declared && !isAnswer(declared) ? inAll(declared) : [node];
  }
  if (ts.isCallExpression(node)) {
    const name = nameOf(node.expression);
    if (plain.test(name) || ownWords.has(name) || ownWords.has(within(node, name))) return [];
    // The parts of a joined list.
    if (/^(join|filter)$/.test(name) && ts.isPropertyAccessExpression(node.expression))
      return inAll(node.expression.expression);
    if (name === 'map' && ts.isPropertyAccessExpression(node.expression)) {
      const [each] = node.arguments;
      if (each && ts.isArrowFunction(each)) return inAll(...resultsOf(each));
      if (each && ts.isIdentifier(each) && (plain.test(each.text) || ownWords.has(each.text))) return [];
    }
  }
  return [node];
}

function isOwn(node: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined') ||
    // A count.
    (ts.isPropertyAccessExpression(node) && node.name.text === 'length')
  );
}

/** Value of a constant declared around a use of its name, not of a parameter or a destructured variable. */
function constantNamed(text: string, around: ts.Node): ts.Expression | undefined {
  const isNamed = ({ name }: ts.NamedDeclaration) => name !== undefined && namesIn(name).includes(text);
  if (ts.isFunctionLike(around) && around.parameters.some(isNamed)) return undefined;
  const statements = ts.isBlock(around) || ts.isSourceFile(around) || ts.isCaseClause(around) ? around.statements : [];
  for (const { declarationList } of [...statements].filter(ts.isVariableStatement)) {
    const declared = declarationList.declarations.find(isNamed);
    const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
    if (declared) return isConstant && ts.isIdentifier(declared.name) ? declared.initializer : undefined;
  }
  return ts.isSourceFile(around) ? undefined : constantNamed(text, around.parent);
}

function namesIn(name: ts.Node): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  if (!ts.isObjectBindingPattern(name) && !ts.isArrayBindingPattern(name)) return [];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function nameOf(called: ts.Expression): string {
  return /[\w$]+$/.exec(called.getText())?.[0] ?? '';
}

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
  ['src/answer/vscode/decideAction.ts', ['detail'], 'a dialog shows its detail as it is'],
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
