import * as vscode from 'vscode';
import { hasTask, messageOf, type Attachment } from '../../../draft/common/draft';
import { filledFields } from '../../../draft/common/filling';
import { subject, type Warning } from '../../common/warnings';
import type { ConversationStartRequest } from '../../../client/common/records';
import { attachmentIcon, attachmentLabel, fillerLabel } from '../../../draft/vscode/draftLabels';
import { plainLabel } from '../../../base/common/text';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { placeLabel } from '../../../repository/vscode/repositoryLabels';
import { warningWords } from '../warningWords';
import { fieldNames, requestFields, valueWords } from '../fields/requestFields';
import { joined } from '../messageWords';
import { sheetRequest, sheetWarnings, type SheetState } from './sheetState';

/** What choosing a row does. */
export type RowAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'field'; readonly field: keyof ConversationStartRequest }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'attachment'; readonly attachment: Attachment }
  | { readonly kind: 'template' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'curl' };

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: RowAction;
  /** Stays the same while the sheet is filled anew: the chosen row remains chosen. */
  readonly key: string;
}

/** The field of what is typed on the sheet. */
const typed = 'initial_user_msg';

/**
 * The rows of the review sheet: "Start" first and below it what the service lacks, in sight without scrolling; then every
 * field with its value, and below it its warnings.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = sheetRequest(state);
  const warnings = sheetWarnings(state);
  const about = (wanted: ReturnType<typeof subject>) =>
    warnings.filter((warning) => subject(warning) === wanted).map(warningRow);
  const filled = filledFields(state.draft);
  const from = (field: string) => (filled?.fields.includes(field) ? fillerLabel(filled.by) : '');
  return [
    startRow(request, state.surroundings === undefined),
    ...about('service'),
    messageRow(state, from(typed)),
    ...about(typed),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...fieldNames
      .filter((field) => field !== typed)
      .flatMap((field) => [fieldRow(field, state, request, from(field)), ...about(field)]),
    row('template', { kind: 'template' }, 'symbol-snippet', vscode.l10n.t('Use Template...')),
    row('preview', { kind: 'preview' }, 'eye', vscode.l10n.t('Preview Request')),
    row('curl', { kind: 'curl' }, 'terminal', vscode.l10n.t('Copy as cURL')),
  ];
}

function startRow(request: ConversationStartRequest, looking: boolean): SheetRow {
  const place = placeLabel(request);
  const where = looking
    ? vscode.l10n.t('looking for the repository...')
    : (place ?? vscode.l10n.t('without a repository'));
  const description = hasTask(request) ? where : vscode.l10n.t('{0} · type what the agent should do', where);
  return {
    key: 'start',
    action: { kind: 'start' },
    // In line with the rows below, which keep their distance from the label that they do not have.
    label: ` ${vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon('play'),
    description: plainLabel(description),
    alwaysShow: true,
  };
}

/** @param from who filled it in, where that was somebody else */
function messageRow(state: SheetState, from: string): SheetRow {
  const message = messageOf(state.draft);
  const { icon, value } = requestFields[typed];
  const words = joined(message === '' ? '' : value(message, state), from, vscode.l10n.t('write in editor...'));
  return row('message', { kind: 'field', field: typed }, icon, `${requestFieldLabel(typed)}: ${plainLabel(words)}`);
}

function fieldRow(
  field: keyof ConversationStartRequest,
  state: SheetState,
  request: ConversationStartRequest,
  from: string,
): SheetRow {
  const words = `${requestFieldLabel(field)}: ${plainLabel(joined(valueWords(field, state, request), from))}`;
  return row(`field ${field}`, { kind: 'field', field }, requestFields[field].icon, words);
}

function warningRow(warning: Warning): SheetRow {
  const about = 'field' in warning ? ` ${warning.field}` : 'server' in warning ? ` ${warning.server}` : '';
  return row(
    `warning ${warning.kind}${about}`,
    { kind: 'warning', warning },
    'warning',
    plainLabel(warningWords(warning)),
  );
}

function attachmentRow(attachment: Attachment): SheetRow {
  const { kind, about = '', text } = attachment;
  const words = vscode.l10n.t('In the message: {0} ({1})', attachmentLabel(attachment), formatTextSize(text));
  return row(
    `attachment ${kind} ${about}`,
    { kind: 'attachment', attachment },
    attachmentIcon(kind),
    plainLabel(words),
  );
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions cannot turn that
 * off (microsoft/vscode#73904). What is typed here is the message, so the words of a row are its description, which is
 * not matched, and it has no label. Not even an icon: a screen reader would say its id.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
