import ts from 'typescript';
import { sourceFiles } from '../sourceFiles';

/** Functions that cost nothing that depends on the letters of a long text, by why that is so. */
export const notMeasured: Readonly<Record<string, readonly string[]>> = {
  "They are Node's own.": ['isUrl', 'urlOf'],
  'It is measured as a part of Redactor.': ['KnownTexts'],
  'They look a name up, or what kind of value there is.': [
    ...['canonicalHost', 'draftFieldsFrom', 'errorName', 'inputOf', 'isGitProvider', 'isInterfaceName', 'isRecord'],
    ...['fits', 'isOfType'],
    ...['countIn', 'fillerOf', 'isConfigured', 'isSet', 'isSettingsRowName', 'keyReportedBy', 'originOf', 'show'],
    ...['isSettingsFieldName', 'provesKey', 'settingsField'],
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
    ...['filledBy', 'filledFields', 'mayRun', 'membersOf', 'partsOf', 'receiptsOf', 'sizeOf', 'taskField'],
    ...['knownServices', 'problemAttachment', 'repositoryFacts', 'selectionAttachment', 'testFailureAttachment'],
    ...[
      'changeBy',
      'conversationToShow',
      'latestConversation',
      'missingFields',
      'omittedFields',
      'outlineSettings',
      'placeOf',
      'readMcpFile',
    ],
    ...['readMcpInput', 'savedEntries', 'templatesOf', 'withImage', 'withImageAddress', 'withoutImageAddress'],
    ...['filledByUnknown', 'withoutOmittedField', 'withTaskRepository'],
  ],
  'They read bytes and numbers.': ['dataUri', 'dataUriLength', 'imageFrom', 'outcomeAt', 'sizeRefusal'],
  'They tell failures apart by their codes, or carry answers on.': [
    ...['ProxyError', 'proxyReasonOf', 'repeatedRead', 'tunnel'],
    ...['causeOfFetch', 'failureOf', 'failureOfFetch', 'FetchExchange', 'RecentFailures', 'RequestRepeated'],
    ...['answerByError', 'settingsFailureOf'],
  ],
};

/** The exported functions that may read texts and are neither measured nor said to be cheap, and what there is no more. */
export function uncountedFunctions(measured: ReadonlySet<string>): { missing: string[]; gone: string[] } {
  const cheap = Object.values(notMeasured).flat();
  const found = new Set(readersOfText());
  return {
    missing: [...found].filter((name) => !measured.has(name) && !cheap.includes(name)),
    gone: cheap.filter((name) => !found.has(name)),
  };
}

/**
 * The exported functions that are given a text or an unknown value, or whose file has a pattern, and the classes of such
 * files. What reads texts elsewhere calls these; the patterns of all are looked at by the linter.
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
