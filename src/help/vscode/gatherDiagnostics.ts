import * as vscode from 'vscode';
import { diagnostics } from '../diagnostics';
import type { Redactor } from '../../base/redactor';
import type { Report } from '../../base/vscode/explanation';
import { notify } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { diagnosticSections, type DiagnosedPorts } from './diagnosticSections';

export interface DiagnosticPorts extends DiagnosedPorts {
  readonly redactor: Pick<Redactor, 'redact'>;
  readonly report: Report;
}

/** Copies diagnostics to the clipboard, and offers to show them. Sends nothing. */
export async function copyDiagnostics(ports: DiagnosticPorts): Promise<void> {
  const text = await gatherDiagnostics(ports);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  const show = async () =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content: text }));
  notify(
    vscode.window.showInformationMessage,
    vscode.l10n.t(
      'Diagnostics copied. They name the service host and your proxy host, but no keys, paths, repositories, or branches.',
    ),
    { label: vscode.l10n.t('Show'), run: show },
  ).then(undefined, ports.report);
}

/**
 * Collects diagnostics. Sends nothing.
 * @returns `undefined` when it was cancelled
 */
export function gatherDiagnostics(ports: DiagnosticPorts): Promise<string | undefined> {
  return withProgress(vscode.l10n.t('Collecting diagnostics...'), async (signal) => {
    const sections = await diagnosticSections(ports);
    return signal.aborted ? undefined : diagnostics(sections, ports.redactor);
  });
}
