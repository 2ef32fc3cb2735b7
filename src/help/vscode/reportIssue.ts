import * as vscode from 'vscode';
import { diagnostics } from '../diagnostics';
import type { WindowFacts } from '../diagnostics';
import { extensionId } from '../../names';
import { gatherDiagnostics, type DiagnosticPorts } from './gatherDiagnostics';

/**
 * Opens a report about a problem with the diagnostics in it, for the user to complete, review and send: VS Code's own
 * if it has a place for them, else a document. Sends nothing.
 */
export async function reportIssue(ports: DiagnosticPorts): Promise<void> {
  const facts = await gatherDiagnostics(ports);
  if (!facts) return;
  // It isn't part of the report, which names no paths and repositories: the user decides what else to send.
  ports.log.revealHidden();
  const data = diagnostics(facts, ports.redactor);
  if (facts.window && canReport(facts.window) && (await openReporter(data, ports))) return;
  await showForm(data, facts.window?.issuePage);
}

/**
 * VS Code's issue reporter includes data only for GitHub, and has no enabled button for an extension without an issue
 * URL. In a browser it drops the data or fails, and with this setting off it does nothing.
 */
function canReport({ ui, issuePage = '' }: WindowFacts): boolean {
  const isWanted = vscode.workspace.getConfiguration('telemetry').get<boolean>('feedback.enabled', true);
  return ui === 'desktop' && isWanted && issuePage.startsWith('https://github.com/');
}

async function openReporter(data: string, { log }: DiagnosticPorts): Promise<boolean> {
  try {
    await vscode.commands.executeCommand('workbench.action.openIssueReporter', { extensionId, data });
    return true;
  } catch (error) {
    log.warn("VS Code's issue reporter couldn't be opened.", { error: String(error) });
    return false;
  }
}

async function showForm(data: string, page: string | undefined): Promise<void> {
  const how = [
    vscode.l10n.t('Nothing has been sent.'),
    page === undefined
      ? vscode.l10n.t("Answer the questions, then send this to the extension's publisher.")
      : vscode.l10n.t('Answer the questions, then post this at {0}.', page),
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
  const content = `${before}${questions.map((question) => `# ${question}\n\n\n\n`).join('')}${data}`;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  const firstAnswer = document.positionAt(`${before}# ${questions[0]}\n\n`.length);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(firstAnswer, firstAnswer) });
}
