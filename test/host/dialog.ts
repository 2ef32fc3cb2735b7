import type { Locator, Page } from 'playwright-core';
import { hasText, type PageElement, plainText } from './pageElement';
import type { Patience } from './patience';

export interface DialogState {
  readonly message: string;
  readonly detail: string;
  /** Names of the buttons, in the order they are drawn. */
  readonly buttons: readonly string[];
}

/** An element in the window, as far as it's asked here. */
interface Matching {
  matches(selector: string): boolean;
}

/** The open modal dialog. */
export class Dialog {
  readonly #page: Page;
  readonly #box: Locator;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#box = page.locator('.monaco-dialog-box:visible');
    this.#patience = patience;
  }

  /** @returns `undefined` when none is open. */
  async state(): Promise<DialogState | undefined> {
    const [state] = await this.#box.evaluateAll(readDialogs);
    return state && { ...state, message: plainText(state.message), detail: plainText(state.detail) };
  }

  /** Waits for a dialog whose message contains or matches this. */
  async waitFor(message: string | RegExp): Promise<DialogState> {
    const fits = (seen?: DialogState) => seen !== undefined && hasText(seen.message, message);
    const state = await this.#patience.until(`a dialog ${message}`, () => this.state(), fits);
    return state!;
  }

  /** Goes to a button with the Tab key, and presses Enter. */
  async choose(button: string): Promise<void> {
    const found = this.#box.getByRole('button', { name: button, exact: true });
    await this.#patience.until(
      `${button} of the dialog to have the focus`,
      async () => {
        const isFocused = await found.evaluate((element: Matching) => element.matches(':focus'));
        if (!isFocused) await this.#page.keyboard.press('Tab');
        return isFocused;
      },
      (isFocused) => isFocused,
    );
    await this.#page.keyboard.press('Enter');
  }

  async click(button: string): Promise<void> {
    const found = this.#box.getByRole('button', { name: button, exact: true });
    await this.#patience.act(`click ${button} of the dialog`, () => found.click());
  }
}

function readDialogs(elements: PageElement[]): DialogState[] {
  return elements.map((element) => ({
    message: element.querySelector('.dialog-message-text')?.innerText ?? '',
    detail: element.querySelector('.dialog-message-detail')?.innerText ?? '',
    buttons: [...element.querySelectorAll('.dialog-buttons .monaco-text-button')].map((button) =>
      button.innerText.trim(),
    ),
  }));
}
