import type { Page } from 'playwright-core';
import type { Patience } from './patience';
import type { QuickInput, QuickRow } from './quickInput';

/** Time a window may take to open its palette before the key is pressed again, in milliseconds. */
const pressAgainAfter = 5_000;

/**
 * Time one attempt at the open palette may take, in milliseconds: it may be about to close. On a busy machine, a key may
 * arrive long before VS Code says so; the command of an attempt that was given up too early would run twice.
 */
const attempt = { timeout: 10_000 };

/**
 * The command palette. It closes as soon as something else takes the focus, such as an editor that opens; a user then
 * presses the key again. So every step here is a single attempt, and starts over if something comes in between.
 */
export class CommandPalette {
  readonly #page: Page;
  readonly #patience: Patience;
  readonly #quickInput: QuickInput;
  #pressedAt = -Infinity;

  constructor(page: Page, patience: Patience, quickInput: QuickInput) {
    this.#page = page;
    this.#patience = patience;
    this.#quickInput = quickInput;
  }

  /** Runs a command by its full title, such as `Agent: Start Conversation...`. */
  async run(title: string): Promise<void> {
    let taken = false;
    await this.#patience.until(
      `the command ${title}`,
      async () => {
        const rows = await this.#rowsOf(title);
        const row = rows.find(({ label }) => label === title);
        if (row?.focused) await this.#quickInput.input.press('Enter', attempt);
        else if (row) await this.#quickInput.rowLabel(row).click(attempt);
        // It doesn't list commands that are registered while it is open, as after a reload.
        else if (rows.length) await this.#quickInput.input.press('Escape', attempt);
        taken = row !== undefined;
        return rows.map(({ label }) => label);
      },
      () => taken,
    );
  }

  /** Titles that it lists for a text, best match first. */
  async titles(text: string): Promise<readonly string[]> {
    const read = () => this.#rowsOf(text);
    await this.#patience.until(`commands for ${text}`, read, ({ length }) => length > 0);
    const rows = await this.#quickInput.rows();
    await this.#quickInput.escape();
    await this.#quickInput.waitForClosed();
    return rows.map(({ label }) => label);
  }

  /** Takes the next step towards listing a text. Returns the visible rows for it, none until it is typed. */
  async #rowsOf(text: string): Promise<readonly QuickRow[]> {
    const typed = (await this.#quickInput.state())?.value;
    if (typed?.startsWith('>')) {
      this.#pressedAt = -Infinity;
      if (typed === `>${text}`) return this.#quickInput.visibleRows();
      await this.#quickInput.input.fill(`>${text}`, attempt);
    } else if (Date.now() - this.#pressedAt > pressAgainAfter) {
      this.#pressedAt = Date.now();
      await this.#page.keyboard.press('F1');
    }
    return [];
  }
}
