import * as vscode from 'vscode';
import { withoutAttachment, withoutResultBranch, type Attachment, type Draft } from '../../../draft/draft';
import { attachmentLabel } from '../../../draft/vscode/draftLabels';
import { plainNotification } from '../../../base/text';
import { commands } from '../../../names';
import { requestFields, withoutValue, fieldNames } from '../fields/requestFields';
import { editResultBranch, resultBranchIcon, resultBranchLabel } from '../fields/resultBranchField';
import { sheetActions, sheetActionNames } from './sheetActions';
import { fixWarning } from './sheetFixes';
import { isOptional, type RowAction, fieldOfResultBranch, fieldsWithoutRow } from './sheetRows';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { untilClosed } from '../../../base/vscode/untilClosed';
import { dialects, interfaceApi } from '../../../client/dialect';
import type { ConversationStartRequest } from '../../../client/records';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';

/** Performs the action of a row. Returns the resulting changes on the sheet. */
export async function answerRow(action: RowAction, state: SheetState, ports: SheetPorts): Promise<Edited> {
  switch (action.kind) {
    case 'field':
      return requestFields[action.field].edit(state, ports);
    case 'resultBranch':
      return editResultBranch(state, ports);
    case 'warning':
      return fixWarning(action.warning, state, ports);
    case 'attachment':
      return (await isUnwanted(action.attachment))
        ? { edit: (draft) => withoutAttachment(draft, action.attachment) }
        : {};
    case 'startFresh':
      return startFresh(action.fresh, state, ports);
    case 'sheet':
      return sheetActions[action.name].perform(state, ports);
    case 'more': {
      const chosen = await askForMore(state);
      return chosen ? answerRow(chosen, state, ports) : {};
    }
    case 'to':
      await vscode.commands.executeCommand(commands.showLastAnswer, action.conversation);
      return {};
    case 'start':
      return {};
  }
}

/** Nothing is lost: the restored draft becomes a document. */
async function startFresh(fresh: Draft, { draft }: SheetState, { setAside, targets }: SheetPorts): Promise<Edited> {
  await setAside(draft);
  return { edit: () => fresh, fresh: undefined, surroundings: await targets.find(fresh.chosen) };
}

/** Result of a row's remove button; a row without one loses nothing. */
export function withoutRow({ draft }: SheetState, action: RowAction): Draft {
  if (action.kind === 'attachment') return withoutAttachment(draft, action.attachment);
  if (action.kind === 'resultBranch') return withoutResultBranch(draft);
  return action.kind === 'field' && isOptional(action.field) ? withoutValue(draft, action.field) : draft;
}

async function isUnwanted(attachment: Attachment): Promise<boolean> {
  const title = plainNotification(attachmentLabel(attachment));
  const remove = vscode.l10n.t('$(trash) Remove from Message');
  return (await vscode.window.showQuickPick([remove], { title, ignoreFocusOut: true })) !== undefined;
}

interface MoreItem extends vscode.QuickPickItem {
  readonly action?: RowAction;
  readonly isNotTaken?: true;
}

/** Prompts for something unset to add, or an action on the sheet as a whole; `undefined` leads back to the sheet. */
async function askForMore(state: SheetState): Promise<RowAction | undefined> {
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
    ...(unset.includes(field) && isKnownTo(state, field) ? [fieldItem(field, state)] : []),
    ...(field === fieldOfResultBranch && !state.to && !state.draft.resultBranch
      ? [item(resultBranchIcon, resultBranchLabel(), { kind: 'resultBranch' })]
      : []),
  ]);
  const actions = sheetActionNames
    // Already listed above, as a field.
    .filter((name) => name !== 'attachImages')
    .map((name) => item(sheetActions[name].icon, sheetActions[name].words(), { kind: 'sheet', name }));
  return [heading(vscode.l10n.t('Add')), ...fields, heading(vscode.l10n.t('More')), ...actions];
}

/** The interface has no such thing as the fields of a newer API. */
function isKnownTo({ dialect = dialects[interfaceApi] }: SheetState, field: keyof ConversationStartRequest): boolean {
  return dialect.api !== interfaceApi || !dialect.notTaken.includes(field);
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
