import * as vscode from 'vscode';
import { problemAttachment, type Problem, type Spot } from '../common/problemAttachment';
import type { Workspace } from '../../repository/common/workspace';
import { handOver, withPieces, type HandOver } from './handOver';
import { locate } from '../../repository/vscode/locate';
import { shownFile } from './shownFile';

/** Hands over problems of a document, as a code action passes them. */
export const startFromProblem: HandOver = (ports, uri, diagnostics) =>
  handOver(ports, async (draft) => {
    const problems: readonly unknown[] = Array.isArray(diagnostics) ? diagnostics : [];
    const given = problems.filter((problem) => problem instanceof vscode.Diagnostic);
    if (!(uri instanceof vscode.Uri) || given.length === 0) return undefined;
    const { path, repository } = await locate(uri, ports.workspace);
    const file = shownFile(await vscode.workspace.openTextDocument(uri));
    const attachments = await Promise.all(
      given.map(async (diagnostic) => problemAttachment(await problemIn(path, diagnostic, ports.workspace), file)),
    );
    return withPieces(draft, attachments, repository);
  });

const severities: Readonly<Record<vscode.DiagnosticSeverity, Problem['severity']>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

async function problemIn(path: string, diagnostic: vscode.Diagnostic, workspace: Workspace): Promise<Problem> {
  const { range, severity, message, source, code, relatedInformation = [] } = diagnostic;
  const related = relatedInformation.map(async ({ location, message: said }) => ({
    ...spotIn((await locate(location.uri, workspace)).path, location.range),
    message: said,
  }));
  const value = typeof code === 'object' ? code.value : code;
  return {
    ...spotIn(path, range),
    lastLine: range.end.line + 1,
    severity: severities[severity],
    message,
    source,
    code: value === undefined || value === '' ? undefined : String(value),
    related: await Promise.all(related),
  };
}

function spotIn(path: string, { start }: vscode.Range): Spot {
  return { path, line: start.line + 1, column: start.character + 1 };
}
