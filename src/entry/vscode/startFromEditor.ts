import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { isSameUri } from '../../base/vscode/tabs';
import { entryPoint, withAttachments } from './addAndReview';
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
import { refuseLinkOut } from './startFromFile';

/** Attaches the selections of the active editor, with their current text: each as a separate attachment. */
export const startFromSelection = entryPoint(
  () => {
    const editor = vscode.window.activeTextEditor;
    const selections = (editor?.selections ?? [])
      .filter(({ isEmpty }) => !isEmpty)
      .sort((a, b) => a.start.compareTo(b.start));
    if (editor && selections.length > 0) return readSelections(editor.document, selections);
    throw new ExplainedError(vscode.l10n.t('Nothing is selected. Select text in an editor first.'));
  },
  (selections, { workspace }) => attachingSelections(selections, workspace),
);

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
export const startFromProblem = entryPoint(
  (uri, diagnostics) => {
    const problems: readonly unknown[] = Array.isArray(diagnostics) ? diagnostics : [];
    const given = problems.filter((problem) => problem instanceof vscode.Diagnostic);
    return uri instanceof vscode.Uri && given.length > 0 ? { uri, given, file: openFile(uri) } : undefined;
  },
  async (pointed, { workspace }) => {
    if (!pointed) return undefined;
    const { uri, given } = pointed;
    const located = await locate(uri, workspace);
    await refuseLinkOut(uri, located);
    const file = pointed.file ?? shownFile(await vscode.workspace.openTextDocument(uri));
    const attachments: Attachment[] = [];
    for (const diagnostic of given) {
      const problem = problemAttachment(await problemIn(located.path, diagnostic, workspace), file);
      // Two problems in one place may only differ in their messages.
      attachments.push(withUniqueName(problem, { attachments }));
    }
    return (draft) => withAttachments(draft, attachments, located);
  },
);

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
export const startFromComment = entryPoint(
  (uri, line) =>
    uri instanceof vscode.Uri && typeof line === 'number' ? { uri, line, file: openFile(uri) } : undefined,
  async (pointed, { workspace }) => {
    if (!pointed) return undefined;
    const { uri, line } = pointed;
    const located = await locate(uri, workspace);
    await refuseLinkOut(uri, located);
    const file = pointed.file ?? shownFile(await vscode.workspace.openTextDocument(uri));
    const attachment = commentAttachment(located.path, line, file);
    return (draft) => withAttachments(draft, [attachment], located);
  },
);

/** A file as its editor shows it now; `undefined` if no editor does. */
function openFile(uri: vscode.Uri) {
  const document = vscode.workspace.textDocuments.find((open) => isSameUri(open.uri, uri));
  return document && shownFile(document);
}

function shownFile(document: vscode.TextDocument) {
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  return { lines, languageId: document.languageId };
}
