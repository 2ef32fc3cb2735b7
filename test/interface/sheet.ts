import type { QuickRow } from '../host/quickInput';
import type { Workbench } from '../host/workbench';

/** The review sheet as a person uses it with the keyboard: what is typed is the message, rows are chosen by arrow keys. */
export class Sheet {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Opens it, and waits until it knows the workspace. */
  async open(): Promise<void> {
    await this.#workbench.runCommand('Agent: Start Conversation...');
    await this.#workbench.quickInput.waitForTitle(/^Start Conversation/);
    await this.waitForRow('Repository: octocat/');
  }

  /** Waits for a row by the beginning of its words. */
  async waitForRow(words: string, accept: (row: QuickRow) => boolean = () => true): Promise<void> {
    await this.#workbench.patience.until(
      `the row "${words}"`,
      () => this.#workbench.quickInput.rows(),
      (rows) => rows.some((row) => row.description.startsWith(words) && accept(row)),
    );
  }

  async waitForMessage(text: string): Promise<void> {
    await this.#workbench.patience.until(
      `the message "${text}"`,
      () => this.#workbench.quickInput.state(),
      (state) => state?.value === text,
    );
  }

  /** Goes to a row with the arrow keys and presses Enter. */
  async choose(words: string): Promise<void> {
    const { quickInput, patience } = this.#workbench;
    const rows = await patience.until(
      `the row "${words}", and one that is chosen`,
      () => quickInput.rows(),
      (seen) => seen.some(({ focused }) => focused) && seen.some(({ description }) => description.startsWith(words)),
    );
    const steps =
      rows.findIndex(({ description }) => description.startsWith(words)) - rows.findIndex(({ focused }) => focused);
    const key = steps > 0 ? 'ArrowDown' : 'ArrowUp';
    for (let step = 0; step < Math.abs(steps); step++) await quickInput.press(key);
    await this.waitForRow(words, ({ focused }) => focused);
    await quickInput.accept();
  }
}
