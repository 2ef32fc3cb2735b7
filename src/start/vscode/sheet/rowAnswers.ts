import * as vscode from 'vscode';
import { withoutAttachment, withoutResultBranch, type Attachment, type Draft } from '../../../draft/common/draft';
import { attachmentLabel } from '../../../draft/vscode/draftLabels';
import { plainNotification } from '../../../base/common/text';
import { requestFields, withoutValue } from '../fields/requestFields';
import { editResultBranch } from '../fields/resultBranchField';
import { askForMore } from './addOrMore';
import { sheetActions } from './sheetActions';
import { fixWarning } from './sheetFixes';
import { isOptional, type RowAction } from './sheetRows';
import type { Edited, SheetPorts, SheetState } from './sheetState';

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
      return (await isUnwanted(action.attachment)) ? { draft: withoutAttachment(state.draft, action.attachment) } : {};
    case 'startFresh':
      return startFresh(action.fresh, state, ports);
    case 'sheet':
      return sheetActions[action.name].perform(state, ports);
    case 'more': {
      const chosen = await askForMore(state);
      return chosen ? answerRow(chosen, state, ports) : {};
    }
    case 'start':
      return {};
  }
}

/** Nothing is lost: the restored draft becomes a document. */
async function startFresh(fresh: Draft, { draft }: SheetState, { setAside, targets }: SheetPorts): Promise<Edited> {
  await setAside(draft);
  return { draft: fresh, fresh: undefined, surroundings: await targets.find(fresh.chosen) };
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
