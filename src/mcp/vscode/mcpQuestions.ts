import * as vscode from 'vscode';
import { recipientsOf } from '../candidateSummary';
import { agreementTo, resolveCandidate, type McpCandidate, type McpQuestion } from '../mcpCandidate';
import type { FoundMcpServer } from '../mcpSelection';
import type { WorkspaceMcpServers } from './workspaceMcpServers';
import { inform } from '../../base/vscode/notify';
import { type InputBoxOptions, showInputBox, showQuickPick } from '../../base/vscode/quickInputs';
import { ellipsize, plainLabel, plainNotification } from '../../base/text';
import { mcpBlockerMessage } from './mcpMessages';

/**
 * Asks the questions about a server that aren't answered yet, and saves the answers.
 * @returns true if it can be sent now
 */
export async function askAboutMcp(server: FoundMcpServer, mcp: WorkspaceMcpServers): Promise<boolean> {
  const { candidate } = server;
  const before = resolveCandidate(candidate, await mcp.answers.of(server));
  if (before.kind === 'resolved') return true;
  // If the saved answers don't make a valid server, all questions are asked again.
  const questions = before.kind === 'unanswered' ? before.questions : candidate.questions;
  for (const question of questions) {
    const answer = await ask(question, candidate);
    if (answer === undefined) return false;
    await mcp.answers.set(server, question.key, answer);
  }
  const after = resolveCandidate(candidate, await mcp.answers.of(server));
  if (after.kind === 'blocked') {
    const reasons = after.blockers.map(mcpBlockerMessage).join('. ');
    const words = vscode.l10n.t('MCP server "{0}" can\'t be sent. {1}.', candidate.name, reasons);
    inform(vscode.window.showWarningMessage, words);
  }
  return after.kind === 'resolved';
}

/** Maximum length of a prompt from a file. A longer one would leave no room for the input box. */
const maxPrompt = 500;

/** @returns `undefined` if the question was closed */
async function ask(question: McpQuestion, candidate: McpCandidate): Promise<string | undefined> {
  const title = plainNotification(vscode.l10n.t('MCP Server {0}', candidate.name));
  if (question.kind === 'env') {
    const value = process.env[question.name] ?? question.byDefault;
    const prompt = promptFor(vscode.l10n.t('Environment variable {0}', question.name), candidate);
    return askValue({ title, prompt, password: true }, value);
  }
  if (question.kind === 'envFile') {
    const { path, names } = question;
    const items = [
      {
        iconPath: new vscode.ThemeIcon('check'),
        label: vscode.l10n.t('Send These Variables'),
        detail: plainLabel(names.join(', ')),
        answer: agreementTo(names),
      },
      { iconPath: new vscode.ThemeIcon('circle-slash'), label: vscode.l10n.t('Send None'), answer: '' },
    ];
    const placeHolder = plainNotification(vscode.l10n.t('Send the variables in {0}?', path));
    return (await showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.answer;
  }
  const { input } = question;
  const prompt = promptFor(input.description || input.id, candidate);
  if (input.kind === 'text') {
    return askValue({ title, prompt, password: input.password }, input.byDefault);
  }
  const items = input.options.map(({ label, value }) => ({
    label: plainLabel(label),
    description: label === value ? '' : plainLabel(value),
    value,
  }));
  // Enter accepts the first row.
  items.sort((a, b) => Number(b.value === input.byDefault) - Number(a.value === input.byDefault));
  return (await showQuickPick(items, { title, placeHolder: prompt, ignoreFocusOut: true }))?.value;
}

/** The prompt for a value, which also says where the answer is sent and saved. */
function promptFor(asked: string, { server }: McpCandidate): string {
  const words = vscode.l10n.t(
    '{0} · sent to {1} with the conversation, saved in secret storage',
    ellipsize(asked, maxPrompt),
    server ? recipientsOf(server).join(', ') : '',
  );
  return plainNotification(words);
}

/** Asks in an input box of a single line. If a default with several lines is accepted unchanged, it keeps its lines. */
async function askValue(options: InputBoxOptions, byDefault = ''): Promise<string | undefined> {
  const value = byDefault.replace(/[\r\n]/g, '');
  const answer = await showInputBox({ ...options, value });
  return answer === value ? byDefault : answer;
}
