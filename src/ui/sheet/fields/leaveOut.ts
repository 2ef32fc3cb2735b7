import * as vscode from 'vscode';
import { withField } from '../../../domain/draft';
import { requestFieldLabel } from '../../requestFieldWords';
import type { SheetField } from '../sheetState';
import type { FieldEditor } from './fieldEditors';

/** Asks whether a field shall not be sent. */
export function leaveOut(field: SheetField): FieldEditor {
  return async ({ draft }) => {
    const yes = vscode.l10n.t('$(trash) Leave It Out');
    const title = requestFieldLabel(field);
    const picked = await vscode.window.showQuickPick([yes, vscode.l10n.t('$(check) Send It')], {
      title,
      ignoreFocusOut: true,
    });
    return picked === yes ? { draft: withField(draft, field, null) } : {};
  };
}
