import * as vscode from 'vscode';
import { isBlank } from '../../../draft/common/draft';
import type { DraftStore } from '../../../draft/common/drafts';
import type { StartPorts } from '../startPorts';

/** Makes room on the review sheet: what was being written there is a draft of its own from then on. */
export async function clearSheet({ drafts, openSheet }: StartPorts): Promise<DraftStore> {
  // What would be typed on a sheet that is open meanwhile would not be in the draft that is set aside.
  openSheet.put(undefined);
  const all = await drafts();
  if (!isBlank(await all.sheet.load())) {
    await all.moveSheetToDocument();
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) The message that you were writing is now a draft'), 5000);
  }
  return all.sheet;
}
