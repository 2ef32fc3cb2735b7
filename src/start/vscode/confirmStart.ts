import * as vscode from 'vscode';
import { hasTask } from '../../draft/common/draft';
import { filledFields } from '../../draft/common/filling';
import { maskRequest } from '../../draft/common/requestText';
import { readableText } from '../../base/common/readableText';
import type { ConversationStartRequest } from '../../client/common/records';
import { formatBytes } from '../../base/vscode/units';
import { fillerQuestion } from '../../draft/vscode/draftLabels';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';

type Ports = Pick<StartPorts, 'previews' | 'redactor' | 'openSheet'>;

/** Width of a row in characters, and the number of rows that fit in a dialog on every screen. */
const width = 100;
const maxRows = 24;

const place = ['repository', 'git_provider', 'selected_branch'];

/**
 * Asks for confirmation of what is easily overlooked on the sheet: that there is no task, and values that the user
 * didn't fill in. Enter leads back to the sheet, however often it is pressed.
 * @param service the service it is sent to
 * @returns true to start; immediately if there is nothing to confirm
 */
export async function confirmStart(reviewed: Reviewed, service: string, ports: Ports): Promise<boolean> {
  return (await confirmTask(reviewed)) && (await confirmFilled(reviewed, service, ports));
}

/** A start without a task reserves an idle machine: possible, but not by pressing Enter too early. */
async function confirmTask({ request }: Reviewed): Promise<boolean> {
  if (hasTask(request)) return true;
  const goOn = vscode.l10n.t('Start Without Message');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start without telling the agent what to do?'),
    { modal: true, detail: vscode.l10n.t('The conversation waits for its first message in the browser.') },
    goOn,
  );
  return answer === goOn;
}

/** Shows all of the filled-in values: the sheet's rows have only the beginning, and it may have opened while the user was typing. */
async function confirmFilled({ draft, request }: Reviewed, service: string, ports: Ports): Promise<boolean> {
  const filled = filledFields(draft);
  if (!filled) return true;
  const lines = linesOf(request, filled.fields, service, ports).join('\n');
  const question = fillerQuestion(filled.by);
  const rows = readableText(lines, { width, blankLines });
  if (rows.length > maxRows) return confirmOnceRead(question, rows, ports);
  // The dialog wraps lines itself.
  return (await ask(question, readableText(lines, { width: Infinity, blankLines }).join('\n'), [start()])) === start();
}

/**
 * A text that doesn't fit in a dialog is shown in an editor. Until it has been opened there, starting isn't offered.
 */
async function confirmOnceRead(
  question: string,
  rows: readonly string[],
  { previews, openSheet }: Ports,
): Promise<boolean> {
  const show = vscode.l10n.t('Show Full Text');
  const unread = vscode.l10n.t('The text is too long to show here ({0} lines). Read it before you start.', rows.length);
  const read = vscode.l10n.t('The text was shown in the editor ({0} lines).', rows.length);
  const { held } = openSheet;
  let answer = await ask(question, unread, [show]);
  while (answer === show) {
    await (
      await (await previews()).show('request.txt', rows.join('\n'))
    ).closed;
    // The user went on with another sheet instead.
    if (openSheet.held !== held) return false;
    answer = await ask(question, read, [show, start()]);
  }
  return answer === start();
}

/** Enter selects the first button. */
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

/** Destination, names of what the user added, and every filled-in field in full. */
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

/** Strings unchanged, one line per image, anything else as JSON. */
function wholeText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).map(imageText).join('\n') : JSON.stringify(value, null, 2);
}

/** The bytes of an image aren't readable text. */
function imageText(url: string): string {
  const [bytes] = /^data:image\/[\w.+-]{1,50};base64,/.exec(url) ?? [];
  return bytes === undefined ? url : `${bytes}… · ${formatBytes(url.length)}`;
}

/** Service, repository and branch of a start, one per line. */
export function placeFacts(request: ConversationStartRequest, service: string): readonly string[] {
  const none = vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
  return [
    vscode.l10n.t('Service: {0}', service),
    vscode.l10n.t('Repository: {0}', request.repository ?? none),
    vscode.l10n.t('Provider: {0}', request.git_provider ?? none),
    vscode.l10n.t('Branch: {0}', request.selected_branch ?? none),
  ];
}
