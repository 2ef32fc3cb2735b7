import * as vscode from 'vscode';
import { placeFields, type Filler } from '../../draft/draft';
import { hasTask, maskRequest } from '../../draft/request';
import { dialogWidth, indentation, indented, rowsInDialog } from '../../base/readableText';
import { confirm } from '../../base/vscode/notify';
import { consentText } from '../../base/vscode/text';
import type { ConversationStartRequest } from '../../client/records';
import { formatBytes } from '../../base/vscode/units';
import { fillerTexts } from '../../draft/vscode/draftLabels';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import type { ReviewedRequest } from './sheet/reviewedRequest';
import { backToSheet } from './sheet/sheetState';
import type { StartPorts } from './startPorts';
import { askAfterReading } from '../../base/vscode/readOnlyTexts';

type Ports = Pick<StartPorts, 'previews' | 'redactor' | 'openSheet'>;

type Question = () => Promise<boolean>;

/**
 * The questions about what is easily overlooked on the sheet: that there is no task, that the conversation may already have
 * been started, and values that the user didn't fill in. Enter leads back to the sheet, even if it is held down.
 * @param service URL of the service that it is sent to
 * @returns in the order in which they are asked; the answer to each is true to start
 */
export function startQuestions(reviewed: ReviewedRequest, service: string, ports: Ports): readonly Question[] {
  const { request, warned, draft } = reviewed;
  const { filledBy } = draft;
  return [
    ...(hasTask(request) ? [] : [() => confirmTask(request)]),
    ...(warned.includes('mayRun') ? [confirmAgain] : []),
    ...(filledBy ? [() => confirmFilled(filledBy, reviewed, service, ports)] : []),
  ];
}

/** A start without a task reserves a machine that does nothing. So Enter alone isn't enough for it. */
async function confirmTask(request: ConversationStartRequest): Promise<boolean> {
  const outcome = request.image_urls
    ? vscode.l10n.t('The agent gets the images and no message.')
    : vscode.l10n.t('The conversation will wait for its first message in the browser.');
  const question = vscode.l10n.t('Start without telling the agent what to do?');
  return confirm(question, outcome, { no: backToSheet(), yes: vscode.l10n.t('Start Without Message') });
}

async function confirmAgain(): Promise<boolean> {
  const question = vscode.l10n.t('This conversation may already have been started. Start it again?');
  const detail = vscode.l10n.t('If it was started, two conversations work on the same task.');
  return confirm(question, detail, { no: backToSheet(), yes: vscode.l10n.t('Start Again') });
}

/**
 * Shows everything that is sent if the draft was filled in by something else than the user. The rows of the sheet only show
 * the beginning of each text, and the sheet may have opened while the user was typing something else.
 */
async function confirmFilled(
  filledBy: Filler,
  reviewed: ReviewedRequest,
  service: string,
  ports: Ports,
): Promise<boolean> {
  const rows = rowsOf(reviewed, service, ports);
  const question = fillerTexts[filledBy].question();
  const start = vscode.l10n.t('Start');
  if (rows.length <= rowsInDialog) return (await ask(question, rows.join('\n'), [start])) === start;
  const unread = vscode.l10n.t(
    'The text is too long to show here ({0} lines). Read it to its end before you start.',
    rows.length,
  );
  const read = vscode.l10n.t('The text was shown in the editor ({0} lines).', rows.length);
  const askNow = (isRead: boolean, show: string) =>
    ask(question, isRead ? read : unread, isRead ? [show, start] : [show]);
  return (await askOnSheetAfterReading('request.txt', rows, askNow, ports)) === start;
}

/** "Back" comes first, because Enter presses the first button. */
function ask(question: string, detail: string, buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(question, { modal: true, detail }, backToSheet(), ...buttons);
}

/**
 * The destination, and every field in full, even those that the user may have typed. Values are indented, so that their
 * text can't pass for another field.
 */
function rowsOf({ request }: ReviewedRequest, service: string, { redactor }: Ports): readonly string[] {
  const others = Object.entries(maskRequest(request, redactor)).filter(([field]) => !placeFields.includes(field));
  const text = (value: unknown) => consentText(wholeText(value), dialogWidth - indentation.length);
  return [
    ...placeFacts(request, service).flatMap((fact) => consentText(fact)),
    ...others.flatMap(([field, value]) => ['', `${requestFieldLabel(field)}:`, ...indented(text(value))]),
  ];
}

function wholeText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).map(imageText).join('\n') : JSON.stringify(value, null, 2);
}

/** An image with a `data:` URI is shown by its type and size, since its bytes can't be read. */
function imageText(url: string): string {
  const [bytes] = /^data:image\/[\w.+-]{1,50};base64,/.exec(url) ?? [];
  return bytes === undefined ? url : `${bytes}… · ${formatBytes(url.length)}`;
}

export function placeFacts(request: ConversationStartRequest, service: string): readonly string[] {
  const none = vscode.l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
  return [
    vscode.l10n.t('Service: {0}', service),
    vscode.l10n.t('Repository: {0}', request.repository ?? none),
    vscode.l10n.t('Git provider: {0}', request.git_provider ?? none),
    vscode.l10n.t('Branch: {0}', request.selected_branch ?? none),
  ];
}

/** As {@link askAfterReading}, but the question doesn't come back if another sheet was opened meanwhile. */
export function askOnSheetAfterReading(
  name: string,
  rows: readonly string[],
  ask: (isRead: boolean, show: string) => Thenable<string | undefined>,
  { previews, openSheet }: Pick<StartPorts, 'previews' | 'openSheet'>,
): Promise<string | undefined> {
  const { value: sheet } = openSheet;
  return askAfterReading(name, rows, ask, previews, () => openSheet.value === sheet);
}
