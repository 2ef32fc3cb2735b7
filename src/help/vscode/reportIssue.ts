import * as vscode from 'vscode';
import { gatherDiagnostics, type DiagnosticPorts } from './gatherDiagnostics';

/** Opens a report about a problem with the diagnostics in it, for the user to complete and send. Sends nothing. */
export async function reportIssue(ports: DiagnosticPorts): Promise<void> {
  const text = await gatherDiagnostics(ports);
  if (text === undefined) return;
  const how = [
    vscode.l10n.t('Nothing has been sent.'),
    vscode.l10n.t("Answer the questions, then send this to the extension's publisher."),
    vscode.l10n.t(
      'The diagnostics name the service host and your proxy host, but no keys, paths, repositories, or branches.',
    ),
  ];
  const questions = [
    vscode.l10n.t('What did you do?'),
    vscode.l10n.t('What did you expect to happen?'),
    vscode.l10n.t('What happened instead?'),
  ];
  const before = `<!--\n${how.join('\n')}\n-->\n\n`;
  const content = `${before}${questions.map((question) => `# ${question}\n\n\n\n`).join('')}${text}`;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  const firstAnswer = document.positionAt(`${before}# ${questions[0]}\n\n`.length);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(firstAnswer, firstAnswer) });
}
