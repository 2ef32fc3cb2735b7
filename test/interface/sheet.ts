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

  /** Closes it, and the question that it asks: a question that is closed leads back to the sheet. */
  async close(): Promise<void> {
    const { page, patience, quickInput } = this.#workbench;
    await patience.until(
      'no quick input',
      async () => {
        const open = await quickInput.state();
        if (open) await page.keyboard.press('Escape');
        return open;
      },
      (open) => open === undefined,
    );
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

  /** Goes to a row with the arrow keys, looking where it is after each, and presses Enter. */
  async choose(words: string): Promise<void> {
    const { quickInput, patience } = this.#workbench;
    await patience.until(
      `the row "${words}" to be chosen`,
      async () => {
        const rows = await quickInput.rows();
        const wanted = rows.findIndex(({ description }) => description.startsWith(words));
        const steps = wanted - rows.findIndex(({ focused }) => focused);
        if (wanted >= 0 && steps !== 0) await quickInput.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
        return rows;
      },
      (rows) => rows.some(({ description, focused }) => focused && description.startsWith(words)),
    );
    await quickInput.accept();
  }
}
