import * as vscode from 'vscode';
import { untilClosed } from '../../../base/vscode/untilClosed';
import { dialects, interfaceApi } from '../../../client/common/dialect';
import type { ConversationStartRequest } from '../../../client/common/records';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { fieldNames, requestFields } from '../fields/requestFields';
import { resultBranchIcon, resultBranchLabel } from '../fields/resultBranchField';
import { sheetActionNames, sheetActions } from './sheetActions';
import { fieldOfResultBranch, fieldsWithoutRow, type RowAction } from './sheetRows';
import type { SheetState } from './sheetState';

interface MoreItem extends vscode.QuickPickItem {
  readonly action?: RowAction;
  readonly isNotTaken?: true;
}

/** Prompts for something unset to add, or an action on the sheet as a whole; `undefined` leads back to the sheet. */
export async function askForMore(state: SheetState): Promise<RowAction | undefined> {
  const pick = vscode.window.createQuickPick<MoreItem>();
  pick.title = vscode.l10n.t('Add or More');
  pick.placeholder = vscode.l10n.t('What do you want to add or do?');
  pick.ignoreFocusOut = true;
  pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = itemsOf(state);
  return untilClosed(pick, (settle) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      if (!chosen?.isNotTaken) settle(chosen?.action);
    });
    pick.onDidTriggerButton(() => settle(undefined));
  });
}

function itemsOf(state: SheetState): readonly MoreItem[] {
  const unset: readonly string[] = fieldsWithoutRow(state);
  const fields = fieldNames.flatMap((field) => [
    ...(unset.includes(field) ? [fieldItem(field, state)] : []),
    ...(field === fieldOfResultBranch && !state.draft.resultBranch
      ? [item(resultBranchIcon, resultBranchLabel(), { kind: 'resultBranch' })]
      : []),
  ]);
  const actions = sheetActionNames
    // Already listed above, as a field.
    .filter((name) => name !== 'attachImages')
    .map((name) => item(sheetActions[name].icon, sheetActions[name].words(), { kind: 'sheet', name }));
  return [heading(vscode.l10n.t('Add')), ...fields, heading(vscode.l10n.t('More')), ...actions];
}

/** A field that the service's API doesn't have says so, and can't be chosen. */
function fieldItem(field: keyof ConversationStartRequest, { dialect = dialects[interfaceApi] }: SheetState): MoreItem {
  const shown = item(requestFields[field].icon, requestFieldLabel(field), { kind: 'field', field });
  if (!dialect.notTaken.includes(field)) return shown;
  return { ...shown, description: vscode.l10n.t('not supported by this service'), isNotTaken: true };
}

function item(icon: string, label: string, action: RowAction): MoreItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), action };
}

function heading(label: string): MoreItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
