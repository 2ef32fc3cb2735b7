import ts from 'typescript';
import { sourceFiles } from '../sourceFiles';

/** Functions whose cost doesn't depend on the letters of a long text, by the reason for it. */
export const notMeasured: Readonly<Record<string, readonly string[]>> = {
  "They are Node's own.": ['isUrl', 'urlOf'],
  'It is measured as a part of Redactor.': ['KnownTexts'],
  'They look a name up, or what kind of value there is.': [
    ...['canonicalHost', 'draftFieldsFrom', 'errorName', 'inputOf', 'isGitProvider', 'isInterfaceName', 'isRecord'],
    ...['fits', 'isActive', 'isKnownStatus', 'isOfType', 'isOtherEnd'],
    ...['acceptsId', 'hasMembers', 'isNothing', 'isWithheld', 'wellFormed'],
    ...['countIn', 'fillerOf', 'isConfigured', 'isSet', 'isSettingsRowName', 'keyReportedBy', 'originOf', 'show'],
    ...[
      'isSettingsFieldName',
      'proposedId',
      'provesKey',
      'settingsField',
      'unexpectedShape',
      'unsendableId',
      'wireNameOf',
    ],
  ],
  'They go through a list, as those in listFunctions do, or put texts together.': [
    ...['addressesOf', 'agreementTo', 'applyJournalRecord', 'blockersOf', 'changesAttachment', 'commentAttachment'],
    ...[
      'conflictsTask',
      'diagnostics',
      'envFileKey',
      'environmentKey',
      'excerpt',
      'filledIn',
      'imageBytes',
      'inputKey',
    ],
    ...['filledBy', 'filledFields', 'membersOf', 'partsOf', 'receiptsOf', 'sizeOf'],
    ...['knownServices', 'problemAttachment', 'repositoryFacts', 'selectionAttachment', 'testFailureAttachment'],
    ...['markSent'],
    ...[
      'changeBy',
      'conversationToShow',
      'knownToRun',
      'latestConversation',
      'missingFields',
      'omittedFields',
      'placeOf',
      'readMcpFile',
    ],
    ...['readMcpInput', 'savedEntries', 'templatesOf', 'withImage', 'withImageAddress', 'withoutImageAddress'],
    ...[
      'filledByUnknown',
      'withoutOmittedField',
      'withTaskRepository',
      'withTaskInRepository',
      'withCopiedToMessage',
      'cloneOf',
    ],
    ...['commitsOf', 'formatCommits', 'movedBranches', 'pushedBranches'],
    ...['startCommitOf', 'withDetails'],
    ...['resultSentence', 'withResultSentence'],
    ...['closed', 'leaf', 'nested', 'openable', 'serverRows'],
  ],
  'They read bytes and numbers.': ['dataUri', 'dataUriLength', 'imageFrom', 'sizeRefusal'],
  'They tell failures apart by their codes, or carry answers on.': [
    ...['ProxyError', 'proxyReasonOf', 'repeatedRead', 'tunnel'],
    ...['causeOfFetch', 'failureOf', 'failureOfFetch', 'FetchExchange', 'RecentFailures', 'RequestRepeated'],
    ...['answerByError', 'askProposed', 'currentClient', 'note', 'settingsFailureOf', 'startedAs'],
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
    .filter(({ fileName }) => /\/common\/|^src\/client\//.test(fileName))
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

function isExported(node: ts.Statement): node is ts.FunctionDeclaration | ts.ClassDeclaration {
  if (!ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function hasPattern(node: ts.Node): boolean {
  return ts.isRegularExpressionLiteral(node) || (ts.forEachChild(node, hasPattern) ?? false);
}
