import { inspect } from 'node:util';
import type { Page } from 'playwright-core';
import { isText, plainText } from './pageElement';
import type { Patience } from './patience';

/** Enough presses to go through the whole window once. */
const mostPresses = 80;

/** The window as used with nothing but a keyboard. */
export class Keyboard {
  readonly #page: Page;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** Accessible name of the focused element; in a list or a tree, of its row. */
  async focused(): Promise<string> {
    return plainText(await this.#page.evaluate<string>(readFocused));
  }

  /**
   * Presses a key until an element with this accessible name has the focus.
   * @throws {Error} If the key doesn't lead there, with where it led.
   */
  async go(key: string, name: string | RegExp): Promise<void> {
    await this.pressUntil(
      key,
      String(name),
      () => this.focused(),
      (focused) => isText(focused, name),
    );
  }

  /**
   * The same for an element that is identified by more than its name.
   * @param where Completes the sentence "... doesn't lead to ...".
   * @param look Reads what has the focus.
   */
  async pressUntil<T>(
    key: string,
    where: string,
    look: () => Promise<T>,
    isThere: (focused: T) => boolean,
  ): Promise<void> {
    const seen: T[] = [];
    for (let presses = 0; presses < mostPresses; presses++) {
      const focused = await look();
      if (isThere(focused)) return;
      seen.push(focused);
      await this.press(key);
    }
    throw new Error(`${key} doesn't lead to ${where}, but to: ${inspect(seen, { maxArrayLength: mostPresses })}`);
  }

  /** Chooses an entry in the context menu of the focused element. */
  async chooseFromContextMenu(entry: string): Promise<void> {
    await this.press('Shift+F10');
    await this.#patience.act('open the context menu', () =>
      this.#page.locator('.monaco-menu .action-menu-item').first().waitFor(),
    );
    // Until then, the menu itself has the focus, with all its entries as its name.
    await this.press('ArrowDown');
    await this.go('ArrowDown', entry);
    await this.press('Enter');
  }
}

/** Runs in the page, which has no access to this file. */
const readFocused = `(() => {
  const inside = (element) => element?.shadowRoot?.activeElement ? inside(element.shadowRoot.activeElement) : element;
  const element = inside(document.activeElement);
  const row = document.getElementById(element?.getAttribute('aria-activedescendant') ?? '');
  const named = row ?? element;
  return named?.getAttribute('aria-label') || named?.innerText || '';
})()`;
