import * as vscode from 'vscode';
import { fieldNames, requestFields } from '../fields/requestFields';
import { resultBranchField } from '../fields/resultBranchField';
import type { ListedDraft } from '../../../draft/listedDraft';
import { otherDrafts, pickDraft } from '../../../draft/vscode/draftList';
import { showText } from '../../../draft/vscode/draftTexts';
import { sheetActions, sheetActionNames } from './sheetActions';
import { fieldsWithoutRow, resultBranchAppendsTo } from './fieldRows';
import { apiOf, isSupported, type RowAction, type SheetState } from './sheetState';
import { onAccept, untilClosed } from '../../../base/vscode/quickInputs';
import type { ServiceApi } from '../../../client/apis/serviceApi';
import type { RequestField } from '../../../client/records';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';

interface MoreItem extends vscode.QuickPickItem {
  readonly answer?: RowAction;
  readonly isUnsupported?: true;
}

/** Offers the fields that aren't set, and actions on the sheet as a whole. Closing the list leads back to the sheet. */
export const moreOptions: RowAction = async (state, ports) => {
  const pick = vscode.window.createQuickPick<MoreItem>();
  pick.title = vscode.l10n.t('More Options');
  pick.placeholder = vscode.l10n.t('What do you want to add or do?');
  pick.ignoreFocusOut = true;
  pick.buttons = [vscode.QuickInputButtons.Back];
  const others = await otherDrafts({ drafts: await ports.drafts(), except: [ports.opened.id] });
  pick.items = itemsOf(state, others);
  const chosen = await untilClosed<RowAction | undefined>(pick, (settle, guard) => {
    pick.onDidTriggerButton(() => settle(undefined));
    onAccept(pick, guard, () => {
      const [item] = pick.activeItems;
      if (!item?.isUnsupported) settle(item?.answer);
    });
  });
  return { next: chosen };
};

function itemsOf(state: SheetState, others: readonly ListedDraft[]): readonly MoreItem[] {
  const unset: readonly string[] = fieldsWithoutRow(state);
  const fields = fieldNames.flatMap((field) => [
    ...(unset.includes(field) && isKnownToApi(state, field) ? [fieldItem(field, state)] : []),
    ...(field === resultBranchAppendsTo && !state.to && !state.draft.resultBranch
      ? [item(resultBranchField.icon, resultBranchField.words(), resultBranchField.edit)]
      : []),
  ]);
  const actions = sheetActionNames
    // Images are a field, which is listed above.
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

/** False for a field that the service's API never had. */
function isKnownToApi(state: SheetState, field: RequestField): boolean {
  return !apiOf(state).start.neverOffered.includes(field);
}

/** A field that the service doesn't support is shown as such and can't be selected. */
function fieldItem(field: RequestField, state: SheetState): MoreItem {
  const detail = details[field]?.(apiOf(state));
  const plain = item(requestFields[field].icon, requestFieldLabel(field), requestFields[field].edit);
  const shown = detail === undefined ? plain : { ...plain, detail };
  if (isSupported(field, state)) return shown;
  return { ...shown, description: vscode.l10n.t('not supported by this service'), isUnsupported: true };
}

const details: { readonly [Field in RequestField]?: (api: ServiceApi) => string } = {
  suggested_task: () =>
    vscode.l10n.t('In place of a message: merge conflicts, failing checks, or comments on a pull request'),
  create_microagent: () => vscode.l10n.t('Lets the agent write down what it should know about a repository'),
  replay_json: () => vscode.l10n.t('Repeats a recorded conversation from a trajectory file'),
  conversation_id: ({ start }) =>
    start.clientIds
      ? vscode.l10n.t('For scripts: the ID of the new conversation')
      : vscode.l10n.t('For scripts: the ID of the new conversation, which most services reject'),
};

function item(icon: string, label: string, answer: RowAction): MoreItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), answer };
}

function heading(label: string): MoreItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** The sheet continues with the chosen draft, or closes if that draft is written in an editor. */
const openOtherDraft: RowAction = async (_, { drafts, opened, report }) => {
  const all = await drafts();
  const picked = await pickDraft({ title: vscode.l10n.t('Open Draft'), drafts: all, except: [opened.id], report });
  if (!picked || picked === 'new') return {};
  if (picked.path === undefined) return { instead: await all.open(picked.id) };
  await showText(picked.path);
  return { leaves: true };
};
