import * as vscode from 'vscode';
import { Replaced } from './replaced';

const made: CanceledProgress[] = [];

// A test that ran into its time limit is still waiting, and would undo this too late for the tests after it.
afterEach(() => {
  for (const each of made.splice(0).reverse()) each.dispose();
});

/** Cancels everything that shows its progress, as soon as it does, until the test has ended. */
export class CanceledProgress extends Replaced {
  /** Titles of what was canceled. */
  readonly titles: (string | undefined)[] = [];
  readonly #canceled: PromiseWithResolvers<void> = Promise.withResolvers();
  /** Resolves once something was canceled. Work shows its progress only if it takes a moment. */
  readonly canceled = this.#canceled.promise;

  constructor() {
    super();
    const withProgress: typeof vscode.window.withProgress = ({ title }, task) => {
      this.titles.push(title);
      const source = new vscode.CancellationTokenSource();
      const ended = task({ report: () => undefined }, source.token);
      source.cancel();
      this.#canceled.resolve();
      return ended;
    };
    this.replace(vscode.window, { withProgress });
    made.push(this);
  }
}
