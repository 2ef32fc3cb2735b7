import * as vscode from 'vscode';
import { untilClosedWithHint } from '../../base/vscode/readOnlyTexts';
import type { StartPorts } from './startPorts';

/**
 * Asks about a text that is too long for a dialog, so that the user reads it in an editor. The dialog only offers to agree
 * after the end of the text was in view there.
 * @param ask shows the dialog, with `show` among its buttons, which opens the text
 * @returns the button; `undefined` if the dialog was closed, or another sheet was opened meanwhile
 */
export async function askAfterReading(
  name: string,
  rows: readonly string[],
  ask: (isRead: boolean, show: string) => Thenable<string | undefined>,
  { previews, openSheet }: Pick<StartPorts, 'previews' | 'openSheet'>,
): Promise<string | undefined> {
  const show = vscode.l10n.t('Show Full Text');
  const { value: sheet } = openSheet;
  let isRead = false;
  for (;;) {
    const answer = await ask(isRead, show);
    if (answer !== show) return answer;
    const hint = vscode.l10n.t('Close the text to go back to the question.');
    const text = await (await previews()).show(name, rows.join('\n'));
    isRead = (await untilClosedWithHint(text, hint)) || isRead;
    if (openSheet.value !== sheet) return undefined;
  }
}
