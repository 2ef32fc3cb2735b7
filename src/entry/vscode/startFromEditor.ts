import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { addAndReview, type EntryPoint, withAttachments } from './addAndReview';
import type { Attachment, DraftEdit } from '../../draft/draft';
import {
  type EditorSelection,
  selectionAttachment,
  problemAttachment,
  type Problem,
  commentAttachment,
  withUniqueName,
} from '../attachments';
import type { Workspace } from '../../repository/workspace';
import { locate } from '../../repository/vscode/locate';

/** Attaches the selections of the active editor, with their current text: each as a separate attachment. */
export const startFromSelection: EntryPoint = (ports) => {
  // Read before the drafts are, since the user may go on while that takes its time.
  const editor = vscode.window.activeTextEditor;
  const selections = (editor?.selections ?? [])
    .filter(({ isEmpty }) => !isEmpty)
    .sort((a, b) => a.start.compareTo(b.start));
  const read = editor && selections.length > 0 ? readSelections(editor.document, selections) : undefined;
  return addAndReview(ports, async () => {
    if (!read) throw new ExplainedError(vscode.l10n.t('Nothing is selected. Select text in an editor first.'));
    return attachingSelections(read, ports.workspace);
  });
};

interface ReadSelections {
  readonly uri: vscode.Uri;
  readonly selected: readonly Omit<EditorSelection, 'path'>[];
}

/** To be called before anything is awaited, since the user may type meanwhile. */
export function readSelections(document: vscode.TextDocument, ranges: readonly vscode.Range[]): ReadSelections {
  const selected = ranges.map((range) => ({
    languageId: document.languageId,
    text: document.getText(range),
    start: range.start,
    end: range.end,
    firstLine: document.lineAt(range.start.line).text,
  }));
  return { uri: document.uri, selected };
}

export async function attachingSelections(
  { uri, selected }: ReadSelections,
  workspace: Pick<Workspace, 'repositoryOf'>,
): Promise<DraftEdit> {
  const located = await locate(uri, workspace);
  const attachments = selected.map((selection) => selectionAttachment({ path: located.path, ...selection }));
  return (draft) => withAttachments(draft, attachments, located);
}

/** Attaches problems of a document, as passed by a code action. */
export const startFromProblem: EntryPoint = (ports, uri, diagnostics) =>
  addAndReview(ports, async () => {
    const problems: readonly unknown[] = Array.isArray(diagnostics) ? diagnostics : [];
    const given = problems.filter((problem) => problem instanceof vscode.Diagnostic);
    if (!(uri instanceof vscode.Uri) || given.length === 0) return undefined;
    const file = shownFile(await vscode.workspace.openTextDocument(uri));
    const located = await locate(uri, ports.workspace);
    const attachments: Attachment[] = [];
    for (const diagnostic of given) {
      const problem = problemAttachment(await problemIn(located.path, diagnostic, ports.workspace), file);
      // Two problems in one place may only differ in their messages.
      attachments.push(withUniqueName(problem, { attachments }));
    }
    return (draft) => withAttachments(draft, attachments, located);
  });

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
    severity: vscode.DiagnosticSeverity[severity].toLowerCase(),
    message,
    source,
    code: value === undefined || value === '' ? undefined : String(value),
    related: await Promise.all(related),
  };
}

function spotIn(path: string, { start }: vscode.Range) {
  return { path, line: start.line + 1, column: start.character + 1 };
}

/** Attaches the comment at a line of a document, as passed by a code action. */
export const startFromComment: EntryPoint = (ports, uri, line) =>
  addAndReview(ports, async () => {
    if (!(uri instanceof vscode.Uri) || typeof line !== 'number') return undefined;
    const file = shownFile(await vscode.workspace.openTextDocument(uri));
    const located = await locate(uri, ports.workspace);
    const attachment = commentAttachment(located.path, line, file);
    return (draft) => withAttachments(draft, [attachment], located);
  });

function shownFile(document: vscode.TextDocument) {
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  return { lines, languageId: document.languageId };
}
