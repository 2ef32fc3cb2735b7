import ts from 'typescript';
import { sourceFiles } from '../../support/sourceFiles';

/** Functions whose cost doesn't depend on the letters of a long text, by the reason for it. */
export const notMeasured: Readonly<Record<string, readonly string[]>> = {
  "They are Node's own.": ['isUrl', 'urlOf'],
  'They look a name up, or what kind of value there is.': [
    ...['canonicalHost', 'draftFieldsFrom', 'errorName', 'inputOf', 'isGitProvider', 'isInterfaceName', 'isRecord'],
    ...['fits', 'isActive', 'isKnownStatus', 'isOfType', 'isOtherEnd', 'word'],
    ...['acceptsId', 'hasMembers', 'unknownIn', 'isNothing', 'isWithheld', 'wellFormed'],
    ...['abridged', 'findInvalidField'],
    ...['countIn', 'hasId', 'isConfigured', 'isSet', 'isSettingsRowName', 'keyReportedBy', 'originOf', 'show'],
    ...[
      'isSettingsFieldName',
      'proposedId',
      'provesKey',
      'settingsField',
      'settingsNamesIn',
      'unexpectedShape',
      'unexpected',
      'unsendable',
    ],
  ],
  'They cut what a service sends before they look at it.': [
    ...['agentEvent', 'conversationStates', 'deliverMessage', 'lastAnswer', 'taskOf', 'waitingActions'],
  ],
  'They go through a list, as those in listFunctions do, or put texts together.': [
    ...['addressesOf', 'agreementTo', 'blockersOf', 'commentAttachment'],
    ...[
      'conflictsTask',
      'diagnostics',
      'envFileKey',
      'environmentKey',
      'excerpt',
      'failureLines',
      'filledIn',
      'imageBytes',
      'inputKey',
    ],
    ...['messageForm', 'receiptsOf', 'repositoryLines', 'sizeOf'],
    ...['knownServices', 'problemAttachment', 'selectionAttachment', 'testFailureAttachment'],
    ...['routeOf'],
    ...['clip', 'conversationToShow', 'mayRunHere', 'latestConversation', 'missingFields', 'omittedFields', 'placeOf'],
    ...['readMcpInput', 'savedEntries', 'templatesOf', 'withImage', 'withImageAddress', 'withoutImageAddress'],
    ...['withKept', 'cloneOf'],
    ...['commitsOf', 'formatCommits', 'movedBranches', 'pushedBranches'],
    ...['startCommitOf', 'withDetails'],
    ...['resultSentence', 'withResultSentence'],
    ...['closed', 'leaf', 'nested', 'openable'],
  ],
  'They ask Git, and leave its answers to functions that are measured.': [
    ...['fetchesAllBranches', 'readNewest', 'readPushed', 'refPrefix', 'remotesOf'],
    ...[
      'addWorktree',
      'isCheckedOutAsBranch',
      'readNewestBranches',
      'readRemoteBranches',
      'readStatus',
      'readUpstream',
    ],
  ],
  'They read bytes and numbers.': ['dataUri', 'dataUriLength', 'imageFrom', 'sizeRefusal'],
  'They tell failures apart by their codes, or carry answers on.': [
    ...['ownPage'],
    ...['ProxyError', 'proxyReasonOf', 'repeatedRead', 'tunnel'],
    ...['ServiceError', 'detailOf', 'failureOf', 'isNotOffered', 'isRejected', 'mayHaveStarted', 'statusOfTheirWords'],
    ...['operationsOf', 'withInterfaceNames'],
    ...[
      'followSettings',
      'isMissing',
      'readingError',
      'answerByError',
      'currentClient',
      'note',
      'settingsFailureOf',
      'startedAs',
    ],
  ],
};

/** Exported functions that may read texts and are neither measured nor called cheap, and names that no longer exist. */
export function uncountedFunctions(measured: ReadonlySet<string>): { missing: string[]; gone: string[] } {
  const cheap = Object.values(notMeasured).flat();
  const found = new Set(readersOfText());
  return {
    missing: [...found].filter((name) => !measured.has(name) && !cheap.includes(name)),
    gone: cheap.filter((name) => !found.has(name)),
  };
}

/**
 * Exported functions that take a text or an unknown value, or whose file has a regular expression, and the classes of
 * such files. Code that reads texts elsewhere calls these; the linter checks all regular expressions.
 */
function readersOfText(): string[] {
  return sourceFiles('src')
    .filter((file) => isPlain(file) && (file.fileName.startsWith('src/client/') || !usesNode(file)))
    .flatMap((file) => {
      const hasPatterns = hasPattern(file);
      return file.statements.filter(isExported).flatMap((statement) => {
        const isGivenText =
          ts.isFunctionDeclaration(statement) &&
          statement.parameters.some(({ type }) => /\b(?:string|unknown)\b/.test(type?.getText() ?? ''));
        return statement.name && (hasPatterns || isGivenText) ? [statement.name.text] : [];
      });
    });
}

function isPlain({ fileName }: ts.SourceFile): boolean {
  return /^src\/[^/]+\//.test(fileName) && !fileName.includes('/vscode/');
}

/** What handles files and processes gets its texts from the functions that read them. */
function usesNode({ statements }: ts.SourceFile): boolean {
  return statements.some(
    (statement) => ts.isImportDeclaration(statement) && /^'node:/.test(statement.moduleSpecifier.getText()),
  );
}

function isExported(node: ts.Statement): node is ts.FunctionDeclaration | ts.ClassDeclaration {
  if (!ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function hasPattern(node: ts.Node): boolean {
  return ts.isRegularExpressionLiteral(node) || (ts.forEachChild(node, hasPattern) ?? false);
}
