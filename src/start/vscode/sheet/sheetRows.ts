import * as vscode from 'vscode';
import { messageOf, type Attachment } from '../../../draft/common/draft';
import { filledFields } from '../../../draft/common/filling';
import { isPushed } from '../../common/preflight';
import { subject, type Warning } from '../../common/warnings';
import type { ConversationStartRequest } from '../../../client/common/records';
import { attachmentIcon, attachmentLabel, fillerLabel } from '../../../draft/vscode/draftLabels';
import { plainLabel } from '../../../base/common/text';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { warningWords } from '../warningWords';
import { fieldNames, requestFields, valueWords } from '../fields/requestFields';
import { joined } from '../messageWords';
import type { SheetActionName } from './sheetActions';
import { sheetRequest, sheetWarnings, type SheetField, type SheetState } from './sheetState';

/** What choosing a row does. */
export type RowAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'field'; readonly field: keyof ConversationStartRequest }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'attachment'; readonly attachment: Attachment }
  | { readonly kind: 'sheet'; readonly name: SheetActionName }
  | { readonly kind: 'more' };

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: RowAction;
  /** Stays the same while the sheet is filled anew: the chosen row remains chosen. */
  readonly key: string;
}

/** The field of what is typed on the sheet. */
const typed = 'initial_user_msg';

/**
 * The rows of the review sheet: "Start" first and below it what the service lacks, in sight without scrolling; then where
 * the agent works and every field that is set, with its value, and below it its warnings. What is not set is behind the
 * last row.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = sheetRequest(state);
  const warnings = sheetWarnings(state);
  const about = (wanted: ReturnType<typeof subject>) =>
    warnings.filter((warning) => subject(warning) === wanted).map(warningRow);
  const filled = filledFields(state.draft);
  const isFilled = (field: string) => filled?.fields.includes(field) === true;
  const from = (field: string) =>
    filled && (isFilled(field) || (field === 'repository' && isFilled('git_provider'))) ? fillerLabel(filled.by) : '';
  return [
    startRow(state, request, warnings.length),
    ...about('service'),
    ...messageRows(state, from(typed)),
    ...about(typed),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...fieldNames
      .filter((field) => field !== typed)
      .flatMap((field) => [
        ...(hasRow(field, state, request) ? [fieldRow(field, state, request, from(field))] : []),
        ...about(field),
      ]),
    row('more', { kind: 'more' }, 'add', vscode.l10n.t('Add or More...')),
  ];
}

/** The fields that the sheet shows nowhere, since they are not set. */
export function fieldsWithoutRow(state: SheetState): readonly SheetField[] {
  const request = sheetRequest(state);
  return fieldNames.filter(
    (field) => field !== typed && !hasRow(field, state, request) && !isInRepositoryRow(field, state, request),
  ) as readonly SheetField[];
}

/** Where the agent works is always said. */
function hasRow(field: keyof ConversationStartRequest, state: SheetState, request: ConversationStartRequest): boolean {
  if (isInRepositoryRow(field, state, request)) return false;
  const isPlace = field === 'repository' || (field === 'selected_branch' && hasPlace(state, request));
  return isPlace || request[field] !== undefined;
}

/** A provider is one of a repository. */
function isInRepositoryRow(
  field: keyof ConversationStartRequest,
  state: SheetState,
  request: ConversationStartRequest,
): boolean {
  return field === 'git_provider' && hasPlace(state, request);
}

/** Whether there is a repository, or may be one that is still being looked for. */
function hasPlace({ surroundings }: SheetState, { repository }: ConversationStartRequest): boolean {
  return repository !== undefined || surroundings === undefined;
}

function startRow(state: SheetState, request: ConversationStartRequest, warnings: number): SheetRow {
  return {
    key: 'start',
    action: { kind: 'start' },
    // In line with the rows below, which keep their distance from the label that they do not have.
    label: ` ${vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon('play'),
    description: startWords(state, request, warnings),
    alwaysShow: true,
  };
}

function startWords({ surroundings }: SheetState, request: ConversationStartRequest, warnings: number): string {
  if (!surroundings) return vscode.l10n.t('looking for the repository...');
  const place = request.repository === undefined ? vscode.l10n.t('without a repository') : '';
  if (warnings > 0)
    return joined(place, warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings));
  return isPushed(request, surroundings.target) ? vscode.l10n.t('everything pushed') : place;
}

/** What is typed stands in the box above; what came from elsewhere stands nowhere else. */
function messageRows(state: SheetState, from: string): readonly SheetRow[] {
  const { body = '', fields } = state.draft;
  const isShown = body.trim() !== '' || (from !== '' && fields[typed]);
  if (!isShown) return [];
  const { icon, value } = requestFields[typed];
  const words = joined(value(messageOf(state.draft), state), from);
  return [row('message', { kind: 'field', field: typed }, icon, `${requestFieldLabel(typed)}: ${plainLabel(words)}`)];
}

function fieldRow(
  field: keyof ConversationStartRequest,
  state: SheetState,
  request: ConversationStartRequest,
  from: string,
): SheetRow {
  const words = `${requestFieldLabel(field)}: ${plainLabel(joined(valueWords(field, state, request), from))}`;
  const shown = row(`field ${field}`, { kind: 'field', field }, requestFields[field].icon, words);
  return isOptional(field) ? { ...shown, buttons: [removeButton()] } : shown;
}

/** Of the repository and its branch, "none" is an answer to their question. */
export function isOptional(field: keyof ConversationStartRequest): field is SheetField {
  return field !== typed && field !== 'repository' && field !== 'selected_branch';
}

function removeButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Remove') };
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
  const action = { kind: 'attachment', attachment } as const;
  const shown = row(`attachment ${kind} ${about}`, action, attachmentIcon(kind), plainLabel(words));
  return { ...shown, buttons: [removeButton()] };
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions cannot turn that
 * off (microsoft/vscode#73904). What is typed here is the message, so the words of a row are its description, which is
 * not matched, and it has no label. Not even an icon: a screen reader would say its id.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
