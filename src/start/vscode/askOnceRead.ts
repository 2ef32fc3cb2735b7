import * as vscode from 'vscode';
import { sayWayBack } from '../../base/vscode/readOnlyTexts';
import type { StartPorts } from './startPorts';

/**
 * Asks about a text that doesn't fit in a dialog, which is shown in an editor: until its end has been in view there, what
 * it says can't be agreed to.
 * @param ask offers, besides its own answers, the one that shows the text
 * @returns `undefined` if the question was closed, or the user went on with another sheet
 */
export async function askOnceRead(
  name: string,
  rows: readonly string[],
  ask: (isRead: boolean, show: string) => Thenable<string | undefined>,
  { previews, openSheet }: Pick<StartPorts, 'previews' | 'openSheet'>,
): Promise<string | undefined> {
  const show = vscode.l10n.t('Show Full Text');
  const { held } = openSheet;
  let isRead = false;
  for (;;) {
    const answer = await ask(isRead, show);
    if (answer !== show) return answer;
    const back = vscode.l10n.t('Close the text to go back to the question.');
    isRead = (await sayWayBack(await (await previews()).show(name, rows.join('\n')), back)) || isRead;
    if (openSheet.held !== held) return undefined;
  }
}
