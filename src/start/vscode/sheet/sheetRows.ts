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
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { formatTextSize } from '../../../base/vscode/units';
import { fatalWords, warningWords } from '../warningWords';
import { resultBranchField } from '../fields/resultBranchField';
import { requestFields, valueWords, withoutValue } from '../fields/requestFields';
import { hasRow, resultBranchAppendsTo, sheetFields, typedField } from './fieldRows';
import { moreOptions } from './moreOptions';
import { fixWarning } from './sheetFixes';
import { rowRequest, sheetWarnings, type RowAction, type SheetField, type SheetState } from './sheetState';

export interface SheetRow extends vscode.QuickPickItem {
  /** Identifies the row when the rows are replaced, so that the selected row stays selected. */
  readonly key: string;
  /** Called when the row is selected; absent for "Start". */
  readonly action?: RowAction;
  /** Called by the row's remove button; absent if it has none. */
  readonly remove?: DraftEdit;
}

/**
 * The rows of the sheet, from top to bottom: "Start", warnings that make the start fail, warnings about the service, then
 * every field that is set with its warnings, and "More Options..." for the fields that aren't set.
 */
export function sheetRows(state: SheetState): SheetRow[] {
  const request = rowRequest(state);
  const warnings = sheetWarnings(state);
  const others = warnings.filter((warning) => !isFatal(warning));
  const about = (wanted: ReturnType<typeof subject>) =>
    others.filter((warning) => subject(warning) === wanted).map(warningRow);
  return [
    startRow(state, request, warnings),
    ...(state.to ? conversationRows(state.to()) : []),
    ...warnings.filter(isFatal).map(fatalRow),
    ...(state.fresh && !isBlank(state.draft) ? [startFreshRow(state.fresh)] : []),
    ...about('service'),
    ...(hasMessageRow(state) ? [fieldRow(typedField, state, request)] : []),
    ...about(typedField),
    ...(state.draft.attachments ?? []).map(attachmentRow),
    ...sheetFields(state).flatMap((field) => [
      ...(hasRow(field, state, request) ? [fieldRow(field, state, request), ...noteRows(field)] : []),
      ...(field === resultBranchAppendsTo && state.draft.resultBranch
        ? [resultBranchRow(state.draft.resultBranch)]
        : []),
      ...about(field),
    ]),
    row('more', moreOptions, 'add', vscode.l10n.t('More Options...')),
  ];
}

function startRow(state: SheetState, request: ConversationStartRequest, warnings: readonly Warning[]): SheetRow {
  const words = startWords(state, request, warnings);
  return {
    key: 'start',
    // The space aligns the label with the texts below: these rows have an empty label and a gap after it.
    label: ` ${state.to ? vscode.l10n.t('Send') : vscode.l10n.t('Start')}`,
    iconPath: new vscode.ThemeIcon(state.to ? 'send' : 'play'),
    description: words === '' ? '' : `· ${words}`,
    alwaysShow: true,
  };
}

/** The conversation that a message is sent to and, if it can't receive messages any more, the reason. */
function conversationRows(conversation: Conversation): readonly SheetRow[] {
  const showAnswer = async () => {
    await vscode.commands.executeCommand('agentConversations.showLastAnswer', conversation);
    return {};
  };
  const words = joined(conversationTitle(conversation), stateWithAge(conversation, Date.now()));
  const gone = goneWords(conversation.status);
  return [
    row('to', showAnswer, conversationState(conversation).icon, plainLabel(vscode.l10n.t('To: {0}', words))),
    ...(gone === undefined ? [] : [row('gone', showAnswer, 'warning', gone)]),
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
  // Settings that were read show that there is a key.
  const asks = state.lacksKey && state.settings === undefined ? vscode.l10n.t('asks for the session key') : '';
  if (warnings.length > 0) return joined(from, warningCount(warnings), place, asks);
  const pushed = !to && isPushed(request, targetContext.target) ? vscode.l10n.t('everything pushed') : place;
  return joined(from, pushed, asks);
}

/** The reason why the start will fail; otherwise the number of warnings. */
function warningCount(warnings: readonly Warning[]): string {
  const [fatal] = warnings.filter(isFatal);
  const { length } = warnings;
  if (!fatal) return length === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', length);
  const more = length === 1 ? '' : vscode.l10n.t('{0} more', length - 1);
  return joined(vscode.l10n.t('will fail: {0}', fatalWords(fatal)), more);
}

/** True if the message isn't only what the user typed into the input, so it also has a row. */
function hasMessageRow({ draft: { body = '', fields, filledBy } }: SheetState): boolean {
  return body.trim() !== '' || (filledBy !== undefined && Boolean(fields[typedField]));
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

/** True if the row has a remove button. The prompts for repository and branch offer "none" instead. */
function isOptional(field: RequestField): field is SheetField {
  return field !== typedField && field !== 'repository' && field !== 'selected_branch';
}

function removable(shown: SheetRow, remove: DraftEdit): SheetRow {
  const button = { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Remove') };
  return { ...shown, buttons: [button], remove };
}

/** Says that the sheet continues a saved draft, and offers an empty sheet. The draft stays saved. */
function startFreshRow(fresh: Draft): SheetRow {
  const startFresh: RowAction = async (_, { drafts, opened }) => {
    await opened.flush();
    if (!opened.isUnwritable)
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) Your previous message is saved as a draft'), 5000);
    return { instead: (await drafts()).begin(fresh) };
  };
  return row('fresh', startFresh, 'history', vscode.l10n.t('Restored draft · Start Fresh'));
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

/** A warning at the top. It names its field, since it isn't below that field's row. */
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
  const askToRemove = async () => ((await confirmRemoval(attachment)) ? { edit } : {});
  const shown = row(
    `attachment ${attachmentKey(attachment)}`,
    askToRemove,
    attachmentTexts[kind].icon,
    plainLabel(words),
  );
  return removable(shown, edit);
}

async function confirmRemoval(attachment: Attachment): Promise<boolean> {
  const title = plainNotification(attachmentLabel(attachment));
  const remove = { iconPath: new vscode.ThemeIcon('trash'), label: vscode.l10n.t('Remove from Message') };
  return (await showQuickPick([remove], { title, ignoreFocusOut: true })) !== undefined;
}

/**
 * A row with its text as its description and with an empty label. VS Code moves rows whose label matches the typed text,
 * which is the message here, above "Start", and extensions can't turn that off (microsoft/vscode#73904). Descriptions
 * aren't matched. The icon isn't in the label either, because a screen reader would read its id.
 */
function row(key: string, action: RowAction, icon: string, description: string): SheetRow {
  return { key, action, label: '', iconPath: new vscode.ThemeIcon(icon), description, alwaysShow: true };
}
