import * as vscode from 'vscode';
import type { DraftStore } from '../../../draft/common/drafts';
import { plainNotification } from '../../../base/common/text';

/** Says once what of a draft could not be read, and where it is. */
export function tellSetAside(store: DraftStore): void {
  const files = store.takeSetAside();
  if (files.length === 0) return;
  const sentence = vscode.l10n.t(
    'Some of what you were writing could not be read, and is not on the review sheet. It was set aside, unchanged: {0}',
    files.join(', '),
  );
  void vscode.window.showWarningMessage(plainNotification(sentence));
}
