import * as vscode from 'vscode';
import { DrivenPick, DrivenBox } from './drivenWindow';
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

/** Records what the user was asked, and stands in for the answers, which no test can type in the extension host. */
export class Answers extends Replaced {
  readonly asked: string[] = [];
  /** Labels of the rows of the last quick pick. */
  offered: readonly string[] = [];
  readonly #lists: AnsweredLists;

  /**
   * @param typed text for each input box; several texts are for one box each in turn, or for the
   *   same one if it refuses them; without any left, it is closed
   * @param picked label or description of the row that is chosen in each quick pick
   */
  constructor({ typed, picked }: { readonly typed?: string | readonly string[]; readonly picked?: string }) {
    super();
    const queue = typeof typed === 'object' ? [...typed] : undefined;
    const answer = async (box: DrivenBox) => {
      await Promise.resolve();
      this.asked.push([box.title, box.prompt].join(': '));
      for (;;) {
        const text = queue ? queue.shift() : (typed as string | undefined);
        if (text === undefined) break;
        box.enter(text);
        const { validationMessage: refusal } = box;
        if (refusal) this.asked.push(typeof refusal === 'string' ? refusal : refusal.message);
        if (!refusal || !queue) break;
      }
      // Closes what is still open.
      return undefined;
    };
    this.replace(vscode.window, { createInputBox: () => new DrivenBox(answer) });
    this.#lists = new AnsweredLists((rows, title) => {
      this.asked.push(title);
      this.offered = rows.map(({ label }) => label);
      return rows.find(({ label, description }) => picked !== undefined && [label, description].includes(picked));
    });
  }

  override dispose(): void {
    super.dispose();
    this.#lists.dispose();
  }
}
