import * as vscode from 'vscode';
import { withField, type Draft } from '../domain/draft';
import { requestFieldLabel } from './requestFieldWords';
import type { OtherField } from './sheetRows';

/** Asks whether a field shall not be sent. */
export async function leaveOut(draft: Draft, field: OtherField): Promise<Draft> {
  const yes = vscode.l10n.t('$(trash) Leave It Out');
  const title = requestFieldLabel(field);
  const picked = await vscode.window.showQuickPick([yes, vscode.l10n.t('$(check) Send It')], {
    title,
    ignoreFocusOut: true,
  });
  return picked === yes ? withField(draft, field, null) : draft;
}
