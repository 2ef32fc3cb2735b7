import * as vscode from 'vscode';
import { showQuickPick } from '../../../base/vscode/quickInputs';
import {
  attachmentKey,
  isBlank,
  withoutAttachment,
  withoutResultBranch,
  type Attachment,
  type Draft,
  type DraftEdit,
  type ResultBranch,
} from '../../../draft/draft';
import type { Conversation } from '../../../conversations/conversation';
import { conversationState, conversationTitle, stateWithAge } from '../../../conversations/vscode/conversationLabels';
import { goneWords } from '../followUp/followUpWords';
import { isPushed } from '../../findWarnings';
import { isFatal, subject, type Warning } from '../../warnings';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import { attachmentLabel, attachmentTexts, fillerTexts, joined } from '../../../draft/vscode/draftLabels';
import { plainLabel, plainNotification } from '../../../base/text';
import { commands } from '../../../names';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { fatalWords, warningWords } from '../warningWords';
import { resultBranchField } from '../fields/resultBranchField';
import { requestFields, valueWords, withoutValue } from '../fields/requestFields';
import { addOrMore, fieldOfResultBranch, hasRow, sheetFields, typed } from './addOrMore';
import { fixWarning } from './sheetFixes';
import { rowRequest, sheetWarnings, type RowAction, type SheetField, type SheetState } from './sheetState';

export interface SheetRow extends vscode.QuickPickItem {
  /** Stable when the sheet is refilled: the active row stays active. Rows share a key only if they do the same. */
  readonly key: string;
  /** Choosing the row; absent for the one that starts. */
  readonly answer?: RowAction;
  /** Its remove button; a row without one loses nothing. */
  readonly remove?: DraftEdit;
}

/**
 * "Start", what makes it fail, what the service lacks, and everything that is set with its warnings. Unset fields are
 * behind the last row.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = rowRequest(state);
  const warnings = sheetWarnings(state, request);
  const others = warnings.filter((warning) => !isFatal(warning));
  const about = (wanted: ReturnType<typeof subject>) =>
    others.filter((warning) => subject(warning) === wanted).map(warningRow);
  return [
    startRow(state, request, warnings),
    ...(state.to ? conversationRows(state.to()) : []),
    ...warnings.filter(isFatal).map(fatalRow),
    ...(state.fresh && !isBlank(state.draft) ? [startFreshRow(state.fresh)] : []),
    ...about('service'),
    ...(hasMessageRow(state) ? [fieldRow(typed, state, request)] : []),
    ...about(typed),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...sheetFields(state).flatMap((field) => [
      ...(hasRow(field, state, request) ? [fieldRow(field, state, request), ...noteRows(field)] : []),
      ...about(field),
      ...(field === fieldOfResultBranch && state.draft.resultBranch ? [resultBranchRow(state.draft.resultBranch)] : []),
    ]),
    row('more', addOrMore, 'add', vscode.l10n.t('More Options...')),
  ];
}

function startRow(state: SheetState, request: ConversationStartRequest, warnings: readonly Warning[]): SheetRow {
  const words = startWords(state, request, warnings);
  return {
    key: 'start',
    // Aligned with the rows below, which are indented for a label that they don't have.
    label: ` ${state.to ? vscode.l10n.t('Send') : vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon(state.to ? 'send' : 'play'),
    description: words === '' ? '' : `· ${words}`,
    alwaysShow: true,
  };
}

/** The conversation and, if it takes no more messages, the reason. */
function conversationRows(conversation: Conversation): readonly SheetRow[] {
  const answer = async () => {
    await vscode.commands.executeCommand(commands.showLastAnswer, conversation);
    return {};
  };
  const words = joined(conversationTitle(conversation), stateWithAge(conversation, Date.now()));
  const gone = goneWords(conversation.status);
  return [
    row('to', answer, conversationState(conversation).icon, plainLabel(vscode.l10n.t('To: {0}', words))),
    ...(gone === undefined ? [] : [row('gone', answer, 'warning', gone)]),
  ];
}

function startWords(state: SheetState, request: ConversationStartRequest, warnings: readonly Warning[]): string {
  const { draft, targetContext, to } = state;
  const from = draft.filledBy && fillerTexts[draft.filledBy].words();
  if (!targetContext) {
    const looking = to ? vscode.l10n.t('asking for the status...') : vscode.l10n.t('looking for the repository...');
    return joined(from, looking);
  }
  const place = !to && request.repository === undefined ? vscode.l10n.t('without a repository') : '';
  // Settings are read with a key.
  const asks = state.lacksKey && state.settings === undefined ? vscode.l10n.t('asks for the session key') : '';
  if (warnings.length > 0) return joined(from, warningCount(warnings), place, asks);
  const pushed = !to && isPushed(request, targetContext.target) ? vscode.l10n.t('everything pushed') : place;
  return joined(from, pushed, asks);
}

/** The reason why the start will fail, or the number of warnings. */
function warningCount(warnings: readonly Warning[]): string {
  const [fatal] = warnings.filter(isFatal);
  const { length } = warnings;
  if (!fatal) return length === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', length);
  const more = length === 1 ? '' : vscode.l10n.t('{0} more', length - 1);
  return joined(vscode.l10n.t('will fail: {0}', fatalWords(fatal)), more);
}

/** Typed text is in the box above; text from elsewhere is shown in its row, too. */
function hasMessageRow({ draft: { body = '', fields, filledBy } }: SheetState): boolean {
  return body.trim() !== '' || (filledBy !== undefined && Boolean(fields[typed]));
}

function fieldRow(field: RequestField, state: SheetState, request: ConversationStartRequest): SheetRow {
  const words = `${requestFieldLabel(field)}: ${plainLabel(valueWords(field, state, request))}`;
  const shown = row(`field ${field}`, requestFields[field].edit, requestFields[field].icon, words);
  return isOptional(field) ? removable(shown, (draft) => withoutValue(draft, field)) : shown;
}

function noteRows(field: RequestField): readonly SheetRow[] {
  const { notes, edit } = requestFields[field];
  return (notes?.() ?? []).map((note, index) => row(`note ${index} ${field}`, edit, 'info', note));
}

function resultBranchRow(branch: ResultBranch): SheetRow {
  const { icon, words, value, edit } = resultBranchField;
  const shown = row('resultBranch', edit, icon, `${words()}: ${plainLabel(value(branch))}`);
  return removable(shown, withoutResultBranch);
}

/** The prompts for the repository and its branch offer "none" themselves. */
function isOptional(field: RequestField): field is SheetField {
  return field !== typed && field !== 'repository' && field !== 'selected_branch';
}

function removable(shown: SheetRow, remove: DraftEdit): SheetRow {
  const button = { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Remove') };
  return { ...shown, buttons: [button], remove };
}

/** Says why the sheet isn't empty. Nothing is lost: the restored draft stays one. */
function startFreshRow(fresh: Draft): SheetRow {
  const answer: RowAction = async (_, { drafts }) => {
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) Your previous message is saved as a draft'), 5000);
    return { instead: (await drafts()).begin(fresh) };
  };
  return row('fresh', answer, 'history', vscode.l10n.t('Restored draft · Start Fresh'));
}

function warningRow(warning: Warning): SheetRow {
  const subjects = [
    'field' in warning ? warning.field : '',
    'conflictsWith' in warning ? warning.conflictsWith : '',
    'server' in warning ? warning.server : '',
  ];
  return row(
    `warning ${[warning.kind, ...subjects].filter(Boolean).join(' ')}`,
    (state, ports) => fixWarning(warning, state, ports),
    isFatal(warning) ? 'error' : 'warning',
    plainLabel(warningWords(warning)),
  );
}

/** Above the field that it is about, so it names it. */
function fatalRow(warning: Warning): SheetRow {
  const shown = warningRow(warning);
  const field = subject(warning);
  if (field === 'service') return shown;
  return { ...shown, description: `${requestFieldLabel(field)}: ${shown.description}` };
}

function attachmentRow(attachment: Attachment): SheetRow {
  const { kind, text } = attachment;
  const words = vscode.l10n.t('In the message: {0} ({1})', attachmentLabel(attachment), formatTextSize(text));
  const edit: DraftEdit = (draft) => withoutAttachment(draft, attachment);
  const answer = async () => ((await isUnwanted(attachment)) ? { edit } : {});
  const shown = row(`attachment ${attachmentKey(attachment)}`, answer, attachmentTexts[kind].icon, plainLabel(words));
  return removable(shown, edit);
}

async function isUnwanted(attachment: Attachment): Promise<boolean> {
  const title = plainNotification(attachmentLabel(attachment));
  const remove = { iconPath: new vscode.ThemeIcon('trash'), label: vscode.l10n.t('Remove from Message') };
  return (await showQuickPick([remove], { title, ignoreFocusOut: true })) !== undefined;
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of "Start", and extensions can't turn that
 * off (microsoft/vscode#73904). The typed text here is the message, so the text of a row is its description, which
 * isn't matched, and it has no label. Not even an icon: a screen reader would read its id.
 */
function row(key: string, answer: RowAction, icon: string, description: string): SheetRow {
  return { key, answer, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
