import * as vscode from 'vscode';
import { fieldNames, requestFields } from '../fields/requestFields';
import { resultBranchField } from '../fields/resultBranchField';
import type { ListedDraft } from '../../../draft/drafts';
import { othersIn } from '../../../draft/vscode/draftList';
import { openOtherDraft } from './openOtherDraft';
import { sheetActions, sheetActionNames } from './sheetActions';
import { apiOf, isSupported, rowRequest, type RowAction, type SheetField, type SheetState } from './sheetState';
import { onAccept, untilClosed } from '../../../base/vscode/quickInputs';
import type { ConversationStartRequest, RequestField } from '../../../client/records';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';

/** The field that is typed on the sheet. */
export const typed = 'initial_user_msg';

/** The field that the sentence about the result branch is added to: its row comes next. */
export const fieldOfResultBranch = 'conversation_instructions';

export function fieldsWithoutRow(state: SheetState): readonly SheetField[] {
  const request = rowRequest(state);
  return sheetFields(state).filter(
    (field) => !hasRow(field, state, request) && !isInRepositoryRow(field, state, request),
  );
}

/** The fields besides the message. Of those of a start, a message to a conversation has only its images. */
export function sheetFields({ to }: SheetState): readonly SheetField[] {
  return to ? ['image_urls'] : fieldNames.filter((field) => field !== typed);
}

/** The place where the agent works always has a row. */
export function hasRow(field: RequestField, state: SheetState, request: ConversationStartRequest): boolean {
  if (isInRepositoryRow(field, state, request)) return false;
  const isPlace = field === 'repository' || (field === 'selected_branch' && hasPlace(state, request));
  return isPlace || request[field] !== undefined;
}

/** A provider belongs to a repository. */
function isInRepositoryRow(field: RequestField, state: SheetState, request: ConversationStartRequest): boolean {
  return field === 'git_provider' && hasPlace(state, request);
}

/** True if there is a repository, or may be one that hasn't been found yet. */
function hasPlace({ targetContext }: SheetState, { repository }: ConversationStartRequest): boolean {
  return repository !== undefined || targetContext === undefined;
}

interface MoreItem extends vscode.QuickPickItem {
  readonly answer?: RowAction;
  readonly isNotTaken?: true;
}

/** Prompts for something unset to add, or an action on the sheet as a whole; closing it leads back to the sheet. */
export const addOrMore: RowAction = async (state, ports) => {
  const pick = vscode.window.createQuickPick<MoreItem>();
  pick.title = vscode.l10n.t('More Options');
  pick.placeholder = vscode.l10n.t('What do you want to add or do?');
  pick.ignoreFocusOut = true;
  pick.buttons = [vscode.QuickInputButtons.Back];
  const others = await othersIn({ drafts: await ports.drafts(), except: [ports.opened.id] });
  pick.items = itemsOf(state, others);
  const chosen = await untilClosed<RowAction | undefined>(pick, (settle, guard) => {
    onAccept(pick, guard, () => {
      const [item] = pick.activeItems;
      if (!item?.isNotTaken) settle(item?.answer);
    });
    pick.onDidTriggerButton(() => settle(undefined));
  });
  return (await chosen?.(state, ports)) ?? {};
};

function itemsOf(state: SheetState, others: readonly ListedDraft[]): readonly MoreItem[] {
  const unset: readonly string[] = fieldsWithoutRow(state);
  const fields = fieldNames.flatMap((field) => [
    ...(unset.includes(field) && isKnownTo(state, field) ? [fieldItem(field, state)] : []),
    ...(field === fieldOfResultBranch && !state.to && !state.draft.resultBranch
      ? [item(resultBranchField.icon, resultBranchField.words(), resultBranchField.edit)]
      : []),
  ]);
  const actions = sheetActionNames
    // Already listed above, as a field.
    .filter((name) => name !== 'attachImages')
    .map((name) => item(sheetActions[name].icon, sheetActions[name].words(), sheetActions[name].perform));
  const draftCount = others.length === 1 ? vscode.l10n.t('1 draft') : vscode.l10n.t('{0} drafts', others.length);
  const drafts = { ...item('inbox', vscode.l10n.t('Open Draft...'), openOtherDraft), description: draftCount };
  return [
    heading(vscode.l10n.t('Add')),
    ...fields,
    heading(vscode.l10n.t('More')),
    ...(others.length > 0 ? [drafts] : []),
    ...actions,
  ];
}

/** The interface has no such thing as the fields of a newer API. */
function isKnownTo(state: SheetState, field: RequestField): boolean {
  return !apiOf(state).start.unheardOf.includes(field);
}

/** A field that the service's API doesn't have says so, and can't be chosen. */
function fieldItem(field: RequestField, state: SheetState): MoreItem {
  const detail = details[field]?.();
  const plain = item(requestFields[field].icon, requestFieldLabel(field), requestFields[field].edit);
  const shown = detail === undefined ? plain : { ...plain, detail };
  if (isSupported(field, state)) return shown;
  return { ...shown, description: vscode.l10n.t('not supported by this service'), isNotTaken: true };
}

/** Explanations of fields that few people know. */
const details: { readonly [Field in RequestField]?: () => string } = {
  suggested_task: () =>
    vscode.l10n.t('In place of a message: merge conflicts, failing checks, or comments on a pull request'),
  create_microagent: () => vscode.l10n.t('Lets the agent write down what it should know about a repository'),
  replay_json: () => vscode.l10n.t('Repeats a recorded conversation from a trajectory file'),
  conversation_id: () => vscode.l10n.t('For scripts: the ID of the new conversation, which most services reject'),
};

function item(icon: string, label: string, answer: RowAction): MoreItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), answer };
}

function heading(label: string): MoreItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
