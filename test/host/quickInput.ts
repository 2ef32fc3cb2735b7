import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { hasText, type PageElement, isText, plainText } from './pageElement';
import type { Patience } from './patience';
import { type ListRow, ScrolledList } from './scrolledList';

/** State of a quick pick or an input box, apart from its rows. */
export interface QuickInputState {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  /** True if typed text is hidden. */
  readonly password: boolean;
  /** Prompt of an input box as shown, or what is wrong with the value. */
  readonly message: string;
  readonly severity: 'none' | 'info' | 'warning' | 'error';
  /** Accessible names of the buttons in the title bar and beside the input. */
  readonly buttons: readonly string[];
  /** True if it shows that it is busy. */
  readonly busy: boolean;
  readonly enabled: boolean;
}

export interface QuickRow extends ListRow {
  readonly label: string;
  /** Name of the icon before or in the label, without `$( )`; empty when there is none. */
  readonly icon: string;
  readonly description: string;
  readonly detail: string;
  /** Heading above the row, empty when there is none. */
  readonly separator: string;
  /** Accessible names of the row's buttons. */
  readonly buttons: readonly string[];
  /** True if its checkbox is selected; absent when it has none. */
  readonly checked?: boolean;
  /** True if Enter would accept it. */
  readonly focused: boolean;
}

/**
 * Time after which an Enter counts, in milliseconds: one that comes sooner may be the one that opened what is shown,
 * pressed twice or held down. The extension may hear late that it is drawn.
 */
const entersCountAfter = 1500;

/** Time after which an Enter that did nothing was certainly ignored, in milliseconds. */
const ignoredAfter = 3000;

/** The open quick pick or input box, including the command palette. */
export class QuickInput {
  readonly #page: Page;
  readonly #patience: Patience;
  readonly #widget: Locator;
  readonly #list: ScrolledList<QuickRow>;
  #shown = { what: '', since: Infinity };

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
    this.#widget = page.locator('.quick-input-widget:visible');
    this.#list = new ScrolledList(this.#widget.locator('.quick-input-list .monaco-list'), patience, readQuickRows);
  }

  /** @returns `undefined` when none is open. */
  async state(): Promise<QuickInputState | undefined> {
    const [state] = await this.#widget.evaluateAll(readState);
    const what = state ? `${state.title}\n${state.message}` : '';
    if (what !== this.#shown.what) this.#shown = { what, since: performance.now() };
    return state && { ...state, title: plainText(state.title), message: plainText(state.message) };
  }

  /** Waits for a quick input with this title. */
  waitForTitle(title: string | RegExp): Promise<QuickInputState> {
    return this.#waitFor(`a quick input titled ${title}`, (state) => isText(state.title, title));
  }

  /** Waits for a prompt or a validation message. */
  waitForMessage(message: string | RegExp): Promise<QuickInputState> {
    return this.#waitFor(`the message ${message}`, (state) => hasText(state.message, message));
  }

  /** Waits until none is open. */
  async waitForClosed(): Promise<void> {
    const read = () => this.state();
    await this.#patience.until('the quick input to close', read, (state) => state === undefined);
  }

  /** All rows, including those out of sight. */
  rows(): Promise<readonly QuickRow[]> {
    return this.#list.all();
  }

  /** Visible rows. */
  visibleRows(): Promise<readonly QuickRow[]> {
    return this.#list.visible();
  }

  /** Waits until there are rows, and returns the visible ones. */
  waitForRows(): Promise<readonly QuickRow[]> {
    const read = () => this.visibleRows();
    return this.#patience.until('rows in the quick pick', read, ({ length }) => length > 0);
  }

  /** Waits for a row, visible or not. */
  async waitForRow(label: string | RegExp): Promise<QuickRow> {
    let found: QuickRow | undefined;
    await this.#patience.until(
      `a row ${label}`,
      async () => {
        found = await this.#list.reveal((row) => isText(row.label, label));
        return found ?? (await this.#list.visible()).map((row) => row.label);
      },
      () => found !== undefined,
    );
    return found!;
  }

  /** Replaces the text of the input. */
  async fill(text: string): Promise<void> {
    await this.#waitFor('a quick input to type into', ({ enabled }) => enabled);
    await this.#patience.act('fill the quick input', () => this.input.fill(text));
  }

  /** Types after the existing text, key by key as a user does. */
  async type(text: string): Promise<void> {
    await this.#waitFor('a quick input to type into', ({ enabled }) => enabled);
    await this.#patience.act('type into the quick input', async () => {
      await this.input.focus();
      await this.#page.keyboard.press('End');
      await this.#page.keyboard.type(text);
    });
  }

  /** Waits for a box with this title, replaces its text, and presses Enter. */
  async answer(title: string | RegExp, text: string): Promise<void> {
    await this.waitForTitle(title);
    await this.fill(text);
    await this.accept();
  }

  /**
   * Presses Enter once it counts. What an extension shows ignores an Enter too soon after it was drawn, which it may hear
   * late: like a user, this presses Enter again as long as nothing has happened.
   */
  async accept(): Promise<void> {
    await this.#untilEntersCount();
    const before = JSON.stringify(await this.#everything());
    await this.press('Enter');
    let pressedAt = performance.now();
    await this.#patience.until(
      'Enter to have an effect',
      async () => {
        const isIgnored = JSON.stringify(await this.#everything()) === before;
        if (isIgnored && performance.now() - pressedAt > ignoredAfter) {
          await this.press('Enter');
          pressedAt = performance.now();
        }
        return isIgnored;
      },
      (isIgnored) => !isIgnored,
    );
  }

  /** Holds Enter down, and lets it repeat as long as it is: each call is one more repeat. */
  async holdEnter(): Promise<void> {
    await this.#page.keyboard.down('Enter');
    this.#forgetShown();
  }

  async releaseEnter(): Promise<void> {
    await this.#page.keyboard.up('Enter');
  }

  /** Presses Escape. */
  async escape(): Promise<void> {
    await this.press('Escape');
  }

  /** Presses a key as Playwright names it, such as `ArrowDown` or `Control+A`. */
  async press(key: string): Promise<void> {
    await this.#patience.act(`press ${key} in the quick input`, () => this.input.press(key));
    if (key === 'Enter') this.#forgetShown();
  }

  /** Types a row's label, and presses Enter once that accepts the row. */
  async choose(label: string): Promise<void> {
    await this.waitForRow(label);
    await this.fill(label);
    const isTaken = (rows: readonly QuickRow[]) => rows.some((row) => row.focused && row.label === label);
    await this.#patience.until(`the row ${label} to be the one that Enter takes`, () => this.visibleRows(), isTaken);
    await this.accept();
  }

  /** Clicks a row: accepts it, or selects it where rows have checkboxes. */
  async pick(label: string | RegExp): Promise<void> {
    const row = await this.waitForRow(label);
    await this.#untilEntersCount();
    await this.#patience.act(`click the row ${label}`, () => this.rowLabel(row).click());
  }

  /** Clicks a button of a visible row by its accessible name. */
  async clickButtonOf({ index }: ListRow, button: string): Promise<void> {
    const row = this.#list.element(index);
    await this.#patience.act(`click ${button} of row ${index}`, async () => {
      await row.hover();
      await row.locator(`.action-label[aria-label="${button}"]`).click();
    });
  }

  /** Clicks a button of the title bar, or beside the input, by its accessible name. */
  async clickButton(button: string): Promise<void> {
    const found = this.#widget.locator(
      `:is(.quick-input-titlebar, .quick-input-header) [aria-label="${button}"]:visible`,
    );
    await this.#patience.act(`click ${button} of the quick input`, () => found.click());
  }

  /** Input that text is typed into. */
  get input(): Locator {
    return this.#widget.locator('.quick-input-box input');
  }

  /** Element to click in a visible row to accept it or to select it. */
  rowLabel({ index }: ListRow): Locator {
    return this.#list.element(index).locator('.label-name').first();
  }

  /** All that an Enter in it may change; nothing while a dialog asks something, which has the keyboard. */
  async #everything(): Promise<unknown> {
    if ((await this.#page.locator('.monaco-dialog-box').count()) > 0) return undefined;
    const state = await this.state();
    return state && [state, await this.visibleRows()];
  }

  #forgetShown(): void {
    this.#shown = { what: '', since: Infinity };
  }

  async #untilEntersCount(): Promise<void> {
    const timeLeft = async () =>
      (await this.state()) ? entersCountAfter - (performance.now() - this.#shown.since) : entersCountAfter;
    await this.#patience.until(
      'Enter to count',
      async () => {
        // One look after that time, not one after each frame until then.
        await delay(Math.max(0, await timeLeft()));
        return timeLeft();
      },
      (milliseconds) => milliseconds < 0,
    );
  }

  async #waitFor(what: string, accept: (state: QuickInputState) => boolean): Promise<QuickInputState> {
    const fits = (seen?: QuickInputState) => seen !== undefined && accept(seen);
    const state = await this.#patience.until(what, () => this.state(), fits);
    return state!;
  }
}

function readState(widgets: PageElement[]): QuickInputState[] {
  return widgets.map((widget) => {
    const shown = (element: PageElement | null) => (element?.getClientRects().length ? element.innerText : '');
    const input = widget.querySelector('.quick-input-box input');
    const classes = widget.querySelector('.quick-input-box .monaco-inputbox')?.classList;
    const buttons = widget.querySelectorAll(':is(.quick-input-titlebar, .quick-input-header) .action-label');
    return {
      title: shown(widget.querySelector('.quick-input-title')),
      placeholder: input?.placeholder ?? '',
      value: input?.value ?? '',
      password: input?.type === 'password',
      message: shown(widget.querySelector('.quick-input-message')),
      severity: (['error', 'warning', 'info'] as const).find((name) => classes?.contains(name)) ?? 'none',
      buttons: [...buttons]
        .filter((button) => button.getClientRects().length)
        .map((b) => b.getAttribute('aria-label') ?? ''),
      busy: !(widget.querySelector('.quick-input-progress')?.classList.contains('done') ?? true),
      enabled: input?.getAttribute('disabled') === null,
    };
  });
}

function readQuickRows(elements: PageElement[]): QuickRow[] {
  return elements.map((element) => {
    const text = (selector: string) => {
      const found = element.querySelector(selector);
      return found?.getClientRects().length ? found.textContent.replace(/\s+/g, ' ').trim() : '';
    };
    const icons = '.quick-input-list-row :is(.label-name .codicon, .quick-input-list-icon.codicon)';
    const icon = element.querySelector(icons)?.classList ?? [];
    const box = element.querySelector('.monaco-checkbox');
    const hasBox = box !== null && box.getClientRects().length > 0;
    return {
      index: Number(element.getAttribute('data-index')),
      label: text('.quick-input-list-row .label-name'),
      icon: [...icon].find((name) => /^codicon-(?!colored)/.test(name))?.slice('codicon-'.length) ?? '',
      description: text('.quick-input-list-row .label-description'),
      detail: text('.quick-input-list-label-meta .label-name'),
      separator: text('.quick-input-list-separator'),
      buttons: [...element.querySelectorAll('.action-label')].map((button) => button.getAttribute('aria-label') ?? ''),
      ...(hasBox && { checked: box.getAttribute('aria-checked') === 'true' }),
      focused: element.classList.contains('focused'),
    };
  });
}
