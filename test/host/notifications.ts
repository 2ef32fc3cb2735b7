import type { Locator, Page } from 'playwright-core';
import { hasText, type PageElement, plainText } from './pageElement';
import type { Patience } from './patience';

export interface Notification {
  readonly severity: 'info' | 'warning' | 'error' | 'none';
  readonly message: string;
  /** Names of the buttons, left to right. */
  readonly buttons: readonly string[];
  /** True if it shows ongoing progress. */
  readonly busy: boolean;
}

/** Time to wait for a notification before looking among those that are out of sight, in milliseconds. */
const maySuffice = 10_000;

/** The visible notifications; VS Code hides one without buttons after some seconds. */
export class Notifications {
  readonly #items: Locator;
  /** Indicates that there are notifications out of sight. */
  readonly #bell: Locator;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#items = page.locator('.notification-list-item:visible');
    this.#bell = page.locator('.statusbar-item .codicon-bell-dot:visible');
    this.#patience = patience;
  }

  /** Newest first. */
  async all(): Promise<readonly Notification[]> {
    const read = await this.#items.evaluateAll(readNotifications);
    return read.map((notification) => ({ ...notification, message: plainText(notification.message) }));
  }

  /** Waits for a notification whose message contains or matches this. */
  async waitFor(message: string | RegExp, deadline?: number): Promise<Notification> {
    let found: Notification | undefined;
    let lookAtAllAt = Date.now() + maySuffice;
    await this.#patience.until(
      `a notification ${message}`,
      async () => {
        const all = await this.all();
        found = all.find((notification) => hasText(notification.message, message));
        if (!found && Date.now() > lookAtAllAt && (await this.#bell.count()) > 0) {
          lookAtAllAt = Infinity;
          await this.#bell.click();
          // Its tooltip would cover the buttons.
          await this.#bell.page().mouse.move(1, 1);
        }
        return all;
      },
      () => found !== undefined,
      deadline,
    );
    return found!;
  }

  /** Clicks a button of a notification, waiting for it. */
  async click(message: string | RegExp, button: string): Promise<void> {
    await this.waitFor(message);
    await this.#patience.act(`click ${button} of the notification ${message}`, () =>
      this.#item(message).getByRole('button', { name: button, exact: true }).click(),
    );
  }

  #item(message: string | RegExp): Locator {
    return this.#items
      .filter({ has: this.#items.page().locator('.notification-list-item-message', { hasText: message }) })
      .first();
  }
}

function readNotifications(elements: PageElement[]): Notification[] {
  return elements.map((element) => {
    const icon = element.querySelector('.notification-list-item-icon')?.classList;
    const progress = element.querySelector('.monaco-progress-container');
    const buttons = element.querySelectorAll('.notification-list-item-buttons-container .monaco-text-button');
    return {
      severity: (['info', 'warning', 'error'] as const).find((name) => icon?.contains(`codicon-${name}`)) ?? 'none',
      message: element.querySelector('.notification-list-item-message')?.innerText ?? '',
      buttons: [...buttons].map((button) => button.innerText.trim()),
      busy: progress !== null && !progress.classList.contains('done'),
    };
  });
}
