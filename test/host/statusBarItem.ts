import type { Locator, Page } from 'playwright-core';
import { hasText, type PageElement, plainText } from './pageElement';
import type { Patience } from './patience';
import { Tooltips } from './tooltips';

export interface StatusBarItemState {
  /** The displayed text, without icons. */
  readonly text: string;
  /** Names of the icons in it, without `$( )`. */
  readonly icons: readonly string[];
  /** Text that a screen reader says. */
  readonly ariaLabel: string;
  readonly kind: 'standard' | 'warning' | 'error';
}

/** A status bar item. */
export class StatusBarItem {
  readonly #item: Locator;
  readonly #id: string;
  readonly #tooltips: Tooltips;
  readonly #patience: Patience;

  /** @param id The extension's id, a dot, and the id of the item. */
  constructor(page: Page, patience: Patience, id: string) {
    this.#item = page.locator(`.statusbar-item[id="${id}"]:visible`);
    this.#id = id;
    this.#tooltips = new Tooltips(page, patience);
    this.#patience = patience;
  }

  /** @returns `undefined` when it is not shown. */
  async state(): Promise<StatusBarItemState | undefined> {
    const [state] = await this.#item.evaluateAll(readItems);
    return state && { ...state, text: plainText(state.text) };
  }

  /** Waits until its text contains or matches this. */
  async waitFor(text: string | RegExp, deadline?: number): Promise<StatusBarItemState> {
    const fits = (seen?: StatusBarItemState) => seen !== undefined && hasText(seen.text, text);
    const state = await this.#patience.until(`the status bar to say ${text}`, () => this.state(), fits, deadline);
    return state!;
  }

  async click(): Promise<void> {
    await this.#patience.act(`click ${this.#id}`, () => this.#item.locator('.statusbar-item-label').click());
  }

  tooltip(): Promise<string> {
    return this.#tooltips.of(this.#id, this.#item);
  }
}

function readItems(elements: PageElement[]): StatusBarItemState[] {
  return elements.map((element) => ({
    text: element.innerText,
    icons: [...element.querySelectorAll('.codicon')].flatMap((icon) =>
      [...icon.classList].filter((name) => name.startsWith('codicon-')).map((name) => name.slice('codicon-'.length)),
    ),
    ariaLabel: element.querySelector('.statusbar-item-label')?.getAttribute('aria-label') ?? '',
    kind: (['error', 'warning'] as const).find((kind) => element.classList.contains(`${kind}-kind`)) ?? 'standard',
  }));
}
