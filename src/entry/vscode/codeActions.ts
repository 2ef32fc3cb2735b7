import * as vscode from 'vscode';
import { taskMarkerIn } from '../taskComment';
import type { CommandId } from '../../names';

/** Code actions at a position: for its problems, and for a comment with a task marker. */
export function codeActions(
  document: vscode.TextDocument,
  range: vscode.Range,
  { diagnostics, only }: vscode.CodeActionContext,
): vscode.CodeAction[] {
  if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
  const { line } = range.start;
  const offered: vscode.CodeAction[] = [];
  if (diagnostics.length > 0) {
    const title = vscode.l10n.t('Delegate to Agent');
    const problem = action(title, 'agentConversations.startFromProblem', document.uri, diagnostics);
    problem.diagnostics = [...diagnostics];
    offered.push(problem);
  }
  const marker = range.isSingleLine ? taskMarkerIn(document.lineAt(line).text) : undefined;
  if (marker !== undefined) {
    const title = vscode.l10n.t('Delegate {0} to Agent', marker);
    offered.push(action(title, 'agentConversations.startFromComment', document.uri, line));
  }
  return offered;
}

function action(title: string, command: CommandId, ...commandArguments: readonly unknown[]): vscode.CodeAction {
  const offered = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  offered.command = { title, command, arguments: [...commandArguments] };
  return offered;
}
