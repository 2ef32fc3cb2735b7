import * as vscode from 'vscode';
import { withoutField } from '../../../draft/common/draft';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import type { Edited, SheetField, SheetState } from '../sheet/sheetState';

/** Prompts for a field that has no default; if it is set, removing it is offered, too. */
export async function changeOrNone(
  field: SheetField,
  { draft }: SheetState,
  labels: { readonly change: string; readonly none: string },
  change: () => Promise<Edited>,
): Promise<Edited> {
  if (draft.fields[field] === undefined || draft.fields[field] === null) return change();
  const picked = await vscode.window.showQuickPick([labels.change, labels.none], {
    title: requestFieldTitle(field),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return {};
  return picked === labels.none ? { draft: withoutField(draft, field) } : change();
}
