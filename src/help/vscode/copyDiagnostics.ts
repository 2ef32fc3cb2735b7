import * as vscode from 'vscode';
import { diagnostics } from '../common/diagnostics';
import { gatherDiagnostics, type DiagnosticPorts } from './gatherDiagnostics';

/** Puts what helps to find a problem on the clipboard, and offers to look at it. Sends nothing. */
export async function copyDiagnostics(ports: DiagnosticPorts): Promise<void> {
  const facts = await gatherDiagnostics(ports);
  if (!facts) return;
  const text = diagnostics(facts, ports.redactor);
  await vscode.env.clipboard.writeText(text);
  offerToShow(text).catch(ports.report);
}

async function offerToShow(text: string): Promise<void> {
  const show = vscode.l10n.t('Show');
  const clicked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Diagnostics copied. They name the service host and your proxy host, but no keys, paths, repositories, or branches.',
    ),
    show,
  );
  if (clicked !== show) return;
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: 'markdown', content: text }),
  );
}
