import * as vscode from 'vscode';
import { AnsweredLists } from './answeredLists';

/** Records what the user was asked, and stands in for the answers, which no test can type in the extension host. */
export class Answers {
  readonly asked: string[] = [];
  /** Labels of the rows of the last quick pick. */
  offered: readonly string[] = [];
  readonly #showInputBox = vscode.window.showInputBox;
  readonly #lists: AnsweredLists;

  /**
   * @param typed text for each input box; several texts are for one box each in turn, and a further box is closed
   * @param picked label or description of the row that is chosen in each quick pick
   */
  constructor({ typed, picked }: { readonly typed?: string | readonly string[]; readonly picked?: string }) {
    const queue = typeof typed === 'object' ? [...typed] : undefined;
    vscode.window.showInputBox = async (options) => {
      this.asked.push([options?.title, options?.prompt].join(': '));
      const text = queue ? queue.shift() : (typed as string | undefined);
      const refusal = text === undefined ? undefined : await options?.validateInput?.(text);
      if (!refusal) return text;
      this.asked.push(typeof refusal === 'string' ? refusal : refusal.message);
      return undefined;
    };
    this.#lists = new AnsweredLists((rows, title) => {
      this.asked.push(title);
      this.offered = rows.map(({ label }) => label);
      return rows.find(({ label, description }) => picked !== undefined && [label, description].includes(picked));
    });
  }

  dispose(): void {
    vscode.window.showInputBox = this.#showInputBox;
    this.#lists.dispose();
  }
}
