import * as vscode from 'vscode';
import { attachmentKey, type Attachment, type Draft, type ResultBranch } from '../../../draft/draft';
import type { Conversation } from '../../../conversations/conversation';
import { conversationState, conversationTitle, stateWithAge } from '../../../conversations/vscode/conversationLabels';
import { effectOfMessage } from '../followUp/followUpWords';
import { isPushed } from '../../findWarnings';
import { subject, type Warning } from '../../warnings';
import type { ConversationStartRequest } from '../../../client/records';
import { attachmentIcon, attachmentLabel, fillerLabel, joined } from '../../../draft/vscode/draftLabels';
import { plainLabel } from '../../../base/text';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { warningWords } from '../warningWords';
import { resultBranchIcon, resultBranchLabel, resultBranchWords } from '../fields/resultBranchField';
import { fieldNames, requestFields, valueWords } from '../fields/requestFields';
import type { SheetActionName } from './sheetActions';
import { rowRequest, sheetWarnings, type SheetField, type SheetState } from './sheetState';

/** Action for choosing a row. */
export type RowAction =
  | { readonly kind: 'start' }
  | { readonly kind: 'field'; readonly field: keyof ConversationStartRequest }
  | { readonly kind: 'resultBranch' }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'attachment'; readonly attachment: Attachment }
  | { readonly kind: 'sheet'; readonly name: SheetActionName }
  | { readonly kind: 'startFresh'; readonly fresh: Draft }
  /** The conversation that is continued. */
  | { readonly kind: 'to'; readonly conversation: Conversation }
  | { readonly kind: 'more' };

export interface SheetRow extends vscode.QuickPickItem {
  readonly action: RowAction;
  /** Stable when the sheet is refilled: the active row stays active. Rows share a key only if they do the same. */
  readonly key: string;
}

/** The field that is typed on the sheet. */
const typed = 'initial_user_msg';

/** The field that the sentence about the result branch is added to: its row comes next. */
export const fieldOfResultBranch = 'conversation_instructions';

/**
 * The rows of the review sheet: "Start" first and below it what the service lacks, visible without scrolling; then the
 * place where the agent works and every field that is set, with its value, and below it its warnings. Unset fields are
 * behind the last row.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = rowRequest(state);
  const warnings = sheetWarnings(state, request);
  const about = (wanted: ReturnType<typeof subject>) =>
    warnings.filter((warning) => subject(warning) === wanted).map(warningRow);
  return [
    startRow(state, request, warnings.length),
    ...(state.to ? conversationRows(state.to()) : []),
    ...(state.fresh ? [startFreshRow(state.fresh)] : []),
    ...about('service'),
    ...(hasMessageRow(state) ? [fieldRow(typed, state, request)] : []),
    ...about(typed),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...sheetFields(state).flatMap((field) => [
      ...(hasRow(field, state, request) ? [fieldRow(field, state, request)] : []),
      ...about(field),
      ...(field === fieldOfResultBranch && state.draft.resultBranch ? [resultBranchRow(state.draft.resultBranch)] : []),
    ]),
    row('more', { kind: 'more' }, 'add', vscode.l10n.t('Add or More...')),
  ];
}

/** The fields without a row, since they are not set. */
export function fieldsWithoutRow(state: SheetState): readonly SheetField[] {
  const request = rowRequest(state);
  return sheetFields(state).filter(
    (field) => !hasRow(field, state, request) && !isInRepositoryRow(field, state, request),
  );
}

/** The fields besides the message. Of those of a start, a message to a conversation has only its images. */
function sheetFields({ to }: SheetState): readonly SheetField[] {
  return to ? ['image_urls'] : fieldNames.filter((field) => field !== typed);
}

/** The place where the agent works always has a row. */
function hasRow(field: keyof ConversationStartRequest, state: SheetState, request: ConversationStartRequest): boolean {
  if (isInRepositoryRow(field, state, request)) return false;
  const isPlace = field === 'repository' || (field === 'selected_branch' && hasPlace(state, request));
  return isPlace || request[field] !== undefined;
}

/** A provider belongs to a repository. */
function isInRepositoryRow(
  field: keyof ConversationStartRequest,
  state: SheetState,
  request: ConversationStartRequest,
): boolean {
  return field === 'git_provider' && hasPlace(state, request);
}

/** True if there is a repository, or may be one that hasn't been found yet. */
function hasPlace({ surroundings }: SheetState, { repository }: ConversationStartRequest): boolean {
  return repository !== undefined || surroundings === undefined;
}

function startRow(state: SheetState, request: ConversationStartRequest, warnings: number): SheetRow {
  return {
    key: 'start',
    action: { kind: 'start' },
    // Aligned with the rows below, which are indented for a label that they don't have.
    label: ` ${state.to ? vscode.l10n.t('Send') : vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon(state.to ? 'send' : 'play'),
    description: startWords(state, request, warnings),
    alwaysShow: true,
  };
}

/** Which conversation it is and, if a message does more than continue it, what that is. */
function conversationRows(conversation: Conversation): readonly SheetRow[] {
  const action = { kind: 'to', conversation } as const;
  const words = joined(conversationTitle(conversation), stateWithAge(conversation, Date.now()));
  const effect = effectOfMessage(conversation.status);
  return [
    row('to', action, conversationState(conversation).icon, plainLabel(vscode.l10n.t('To: {0}', words))),
    ...(effect === undefined ? [] : [row('effect', action, 'warning', effect)]),
  ];
}

function startWords(state: SheetState, request: ConversationStartRequest, warnings: number): string {
  const { draft, surroundings, to } = state;
  const from = draft.filledBy && fillerLabel(draft.filledBy);
  if (!surroundings) {
    const looking = to ? vscode.l10n.t('asking for the status...') : vscode.l10n.t('looking for the repository...');
    return joined(from, looking);
  }
  const place = !to && request.repository === undefined ? vscode.l10n.t('without a repository') : '';
  if (warnings > 0)
    return joined(from, place, warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings));
  return joined(from, !to && isPushed(request, surroundings.target) ? vscode.l10n.t('everything pushed') : place);
}

/** Typed text is in the box above; text from elsewhere is shown in its row, too. */
function hasMessageRow({ draft: { body = '', fields, filledBy } }: SheetState): boolean {
  return body.trim() !== '' || (filledBy !== undefined && Boolean(fields[typed]));
}

function fieldRow(
  field: keyof ConversationStartRequest,
  state: SheetState,
  request: ConversationStartRequest,
): SheetRow {
  const words = `${requestFieldLabel(field)}: ${plainLabel(valueWords(field, state, request))}`;
  const shown = row(`field ${field}`, { kind: 'field', field }, requestFields[field].icon, words);
  return isOptional(field) ? { ...shown, buttons: [removeButton()] } : shown;
}

function resultBranchRow(branch: ResultBranch): SheetRow {
  const words = `${resultBranchLabel()}: ${plainLabel(resultBranchWords(branch))}`;
  return { ...row('resultBranch', { kind: 'resultBranch' }, resultBranchIcon, words), buttons: [removeButton()] };
}

/** The prompts for the repository and its branch offer "none" themselves. */
export function isOptional(field: keyof ConversationStartRequest): field is SheetField {
  return field !== typed && field !== 'repository' && field !== 'selected_branch';
}

function removeButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Remove') };
}

/** Says why the sheet isn't empty. */
function startFreshRow(fresh: Draft): SheetRow {
  return row('fresh', { kind: 'startFresh', fresh }, 'history', vscode.l10n.t('Restored draft · Start Fresh'));
}

function warningRow(warning: Warning): SheetRow {
  const subjects = [
    'field' in warning ? warning.field : '',
    'beside' in warning ? warning.beside : '',
    'server' in warning ? warning.server : '',
  ];
  return row(
    `warning ${[warning.kind, ...subjects].filter(Boolean).join(' ')}`,
    { kind: 'warning', warning },
    'warning',
    plainLabel(warningWords(warning)),
  );
}

function attachmentRow(attachment: Attachment): SheetRow {
  const { kind, text } = attachment;
  const words = vscode.l10n.t('In the message: {0} ({1})', attachmentLabel(attachment), formatTextSize(text));
  const action = { kind: 'attachment', attachment } as const;
  const shown = row(`attachment ${attachmentKey(attachment)}`, action, attachmentIcon(kind), plainLabel(words));
  return { ...shown, buttons: [removeButton()] };
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions can't turn that
 * off (microsoft/vscode#73904). The typed text here is the message, so the text of a row is its description, which
 * isn't matched, and it has no label. Not even an icon: a screen reader would read its id.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
