import * as vscode from 'vscode';
import { filledFields } from '../../draft/common/filling';
import { maskRequest } from '../../draft/common/requestText';
import { readableText } from '../../base/common/readableText';
import type { ConversationStartRequest } from '../../client/common/records';
import { formatBytes } from '../../base/vscode/units';
import { fillerQuestion } from '../../draft/vscode/draftLabels';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';

type Ports = Pick<StartPorts, 'previews' | 'redactor'>;

/** Width of a row in characters, and the rows of a question that are in sight on every screen. */
const width = 100;
const maxRows = 24;

const place = ['repository', 'git_provider', 'selected_branch'];

/**
 * Asks before something is sent that somebody else filled in, and shows all of it: what the sheet has in its rows is only
 * the beginning, and it may have opened under the hands of somebody who was typing. Enter leads back to the sheet,
 * however often it is pressed.
 * @param service where it will be sent
 * @returns whether to start; true at once where nothing is left of what was filled in
 */
export async function confirmFilled({ draft, request }: Reviewed, service: string, ports: Ports): Promise<boolean> {
  const filled = filledFields(draft);
  if (!filled) return true;
  const lines = linesOf(request, filled.fields, service, ports).join('\n');
  const question = fillerQuestion(filled.by);
  const rows = readableText(lines, { width, blankLines });
  if (rows.length > maxRows) return confirmOnceRead(question, rows, ports);
  // The dialog breaks lines itself.
  return (await ask(question, readableText(lines, { width: Infinity, blankLines }).join('\n'), [start()])) === start();
}

/** What does not fit into a question is read in an editor. Until it has been open there, there is no way to start. */
async function confirmOnceRead(question: string, rows: readonly string[], { previews }: Ports): Promise<boolean> {
  const show = vscode.l10n.t('Show Full Text');
  const unread = vscode.l10n.t('The text is too long to show here ({0} lines). Read it before you start.', rows.length);
  const read = vscode.l10n.t('The text was shown in the editor ({0} lines).', rows.length);
  let answer = await ask(question, unread, [show]);
  while (answer === show) {
    await (
      await (await previews()).show('request.txt', rows.join('\n'))
    ).closed;
    answer = await ask(question, read, [show, start()]);
  }
  return answer === start();
}

/** The first button is the one that Enter chooses. */
function ask(question: string, detail: string, buttons: readonly string[]): Thenable<string | undefined> {
  const back = vscode.l10n.t('Back to Review');
  return vscode.window.showWarningMessage(question, { modal: true, detail }, back, ...buttons);
}

function start(): string {
  return vscode.l10n.t('Start');
}

function blankLines(count: number): string {
  return vscode.l10n.t('({0} blank lines)', count);
}

/** Where it goes, the names of what the person added, and every field that was filled in, as a whole. */
function linesOf(
  request: ConversationStartRequest,
  filled: readonly string[],
  service: string,
  { redactor }: Ports,
): readonly string[] {
  const fields = Object.keys(request).filter((field) => !place.includes(field));
  const others = fields.filter((field) => !filled.includes(field));
  const values = maskRequest(request, redactor) as Readonly<Record<string, unknown>>;
  return [
    ...placeFacts(request, service),
    ...(others.length > 0 ? [vscode.l10n.t('Also sent: {0}', others.map(requestFieldLabel).join(', '))] : []),
    ...fields
      .filter((field) => filled.includes(field))
      .flatMap((field) => ['', `${requestFieldLabel(field)}:`, wholeText(values[field])]),
  ];
}

/** A text as it is, a line for each image, anything else as JSON. */
function wholeText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).map(imageText).join('\n') : JSON.stringify(value, null, 2);
}

/** The bytes of a picture are no text to be read. */
function imageText(url: string): string {
  const [bytes] = /^data:image\/[\w.+-]{1,50};base64,/.exec(url) ?? [];
  return bytes === undefined ? url : `${bytes}… · ${formatBytes(url.length)}`;
}

/** Where a start goes and what it works on, a line for each. */
export function placeFacts(request: ConversationStartRequest, service: string): readonly string[] {
  const none = vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
  return [
    vscode.l10n.t('Service: {0}', service),
    vscode.l10n.t('Repository: {0}', request.repository ?? none),
    vscode.l10n.t('Provider: {0}', request.git_provider ?? none),
    vscode.l10n.t('Branch: {0}', request.selected_branch ?? none),
  ];
}
