import * as vscode from 'vscode';
import { DrivenPick } from './drivenWindow';
import { Replaced } from './replaced';

/** Chooses a row in each list as soon as it is shown, in place of the user, who closes the review sheet. */
export class AnsweredLists extends Replaced {
  /** @param choose the row that is chosen; `undefined` closes the list */
  constructor(choose: (rows: readonly vscode.QuickPickItem[], title: string) => vscode.QuickPickItem | undefined) {
    super();
    const answer = (pick: DrivenPick) => {
      const row = pick.has('start') ? undefined : choose(pick.items, pick.title);
      if (row) pick.accept(row);
      else pick.escape();
    };
    const createQuickPick = () => new DrivenPick((pick) => queueMicrotask(() => answer(pick)));
    this.replace(vscode.window, { createQuickPick });
  }
}
