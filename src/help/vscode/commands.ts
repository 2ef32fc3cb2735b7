import * as vscode from 'vscode';
import { reportErrors } from '../../base/vscode/commands';
import { diagnostics } from '../diagnostics';
import { isRecord } from '../../base/json';
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

/** Opens a draft of an issue with the diagnostics, for the user to complete and send. Sends nothing. */
export async function reportIssue(ports: DiagnosticPorts): Promise<void> {
  const text = await gatherDiagnostics(ports);
  if (text === undefined) return;
  const page = issuesPage(ports);
  const how = [
    vscode.l10n.t('Nothing has been sent.'),
    page === undefined
      ? vscode.l10n.t("Answer the questions, then send this to the extension's publisher.")
      : vscode.l10n.t('Answer the questions, then add this as a new issue: {0}', page),
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

/** The page for issues, from `bugs` in package.json, which the Marketplace also uses. */
function issuesPage({ extension }: Pick<DiagnosticPorts, 'extension'>): string | undefined {
  const manifest: unknown = extension.packageJSON;
  const bugs = isRecord(manifest) ? manifest['bugs'] : undefined;
  const url = isRecord(bugs) ? bugs['url'] : bugs;
  return typeof url === 'string' ? url : undefined;
}

/**
 * Collects the diagnostics. Sends nothing.
 * @returns `undefined` if the user canceled
 */
function gatherDiagnostics(ports: DiagnosticPorts): Promise<string | undefined> {
  return withProgress(vscode.l10n.t('Collecting diagnostics...'), async (signal) => {
    const sections = await diagnosticSections(ports);
    return signal.aborted ? undefined : diagnostics(sections, ports.redactor);
  });
}

interface HelpPorts extends DiagnosticPorts {
  readonly log: DiagnosticPorts['log'] & { show(): void };
}

export const commands = reportErrors<HelpPorts>({
  copyDiagnostics,
  reportIssue,
  showLog: ({ log }) => log.show(),
});
