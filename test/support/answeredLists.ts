import * as vscode from 'vscode';
import { DrivenPick } from './drivenWindow';

/** Chooses a row in each list as soon as it is shown, in place of the user, who closes the review sheet. */
export class AnsweredLists implements vscode.Disposable {
  readonly #createQuickPick = vscode.window.createQuickPick;

  /** @param choose the row that is chosen; `undefined` closes the list */
  constructor(choose: (rows: readonly vscode.QuickPickItem[], title: string) => vscode.QuickPickItem | undefined) {
    const answer = (pick: DrivenPick) => {
      const row = pick.has('start') ? undefined : choose(pick.items, pick.title);
      if (row) pick.accept(row);
      else pick.escape();
    };
    const created = () => new DrivenPick((pick) => queueMicrotask(() => answer(pick)));
    vscode.window.createQuickPick = created as unknown as typeof vscode.window.createQuickPick;
  }

  dispose(): void {
    vscode.window.createQuickPick = this.#createQuickPick;
  }
}
