import type { Page } from 'playwright-core';
import { Keyboard } from '../host/keyboard';
import type { Patience } from '../host/patience';
import { plainText, type PageElement } from '../host/pageElement';

export interface WalkthroughStep {
  readonly title: string;
  readonly done: boolean;
  readonly expanded: boolean;
}

/** A walkthrough in the editor area, operated with the keyboard only. */
export class WalkthroughPage {
  readonly #page: Page;
  readonly #patience: Patience;
  readonly #keyboard: Keyboard;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
    this.#keyboard = new Keyboard(page, patience);
  }

  async title(): Promise<string> {
    return plainText(
      (await this.#page.locator('.getting-started-category:visible .category-title').allInnerTexts()).join(' '),
    );
  }

  async steps(): Promise<readonly WalkthroughStep[]> {
    return this.#page.locator('.gettingStartedSlideDetails .getting-started-step').evaluateAll(readSteps);
  }

  /** Waits until a walkthrough is shown; VS Code puts the focus on its open step a moment later. */
  async waitForTitle(title: string): Promise<void> {
    await this.#patience.until(
      `the walkthrough ${title}`,
      () => this.title(),
      (shown) => shown.includes(title),
    );
    await this.#waitForFocusOnStep((await this.steps()).find(({ expanded }) => expanded)?.title);
  }

  /** Waits until a step is marked as done. */
  async waitForDone(title: string): Promise<void> {
    await this.#patience.until(
      `the tick of "${title}"`,
      () => this.steps(),
      (steps) => steps.some((step) => step.title === title && step.done),
    );
  }

  /** Goes to the steps with Tab, and from the open one to another with the arrow keys, which open it. */
  async open(title: string): Promise<void> {
    await this.#tabTo('the steps', ({ isInSteps }) => isInSteps);
    const steps = await this.steps();
    const wanted = steps.findIndex((step) => step.title === title);
    let at = steps.findIndex(({ expanded }) => expanded);
    while (at !== wanted) {
      const isDown = at < wanted;
      at += isDown ? 1 : -1;
      await this.#page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp');
      await this.#waitForFocusOnStep(steps[at]?.title);
    }
  }

  /**
   * Goes to the button of the open step with Tab, and presses Enter until what it opens has the focus. Releasing a key
   * on the button moves the focus to its step a quarter of a second later. The product waits for that, but a busy
   * window may be even later.
   */
  async pressButton(name: string): Promise<void> {
    await this.#tabToButton(name);
    await this.#page.keyboard.down('Enter');
    try {
      await this.#patience.until(
        `"${name}" to open something`,
        () => this.#focused(),
        ({ isInSteps }) => !isInSteps,
      );
    } finally {
      await this.#page.keyboard.up('Enter');
    }
  }

  /** Goes to the button of the open step with Tab, and presses Enter for as long as a user does. */
  async tapButton(name: string): Promise<void> {
    await this.#tabToButton(name);
    await this.#page.keyboard.press('Enter', { delay: 60 });
  }

  async #waitForFocusOnStep(title: string | undefined): Promise<void> {
    await this.#patience.until(
      `the focus to be on the open step "${title}"`,
      () => this.#focused(),
      (focused) => focused.step === title,
    );
  }

  #focused(): Promise<Focused> {
    return this.#page.evaluate<Focused>(readFocused);
  }

  #tabToButton(name: string): Promise<void> {
    return this.#tabTo(`the button "${name}"`, (focused) => focused.text === name && focused.isButton);
  }

  async #tabTo(what: string, isThere: (focused: Focused) => boolean): Promise<void> {
    await this.#keyboard.pressUntil('Tab', what, () => this.#focused(), isThere);
  }
}

interface Focused {
  readonly text: string;
  /** Title of the open step, if the step itself has the focus. */
  readonly step: string;
  /** True if the focus is on a step or inside one. */
  readonly isInSteps: boolean;
  readonly isButton: boolean;
}

/** Runs in the page, which can't access this file. */
const readFocused = `(() => {
  const element = document.activeElement;
  const isStep = element?.matches('.getting-started-step.expanded') ?? false;
  return {
    text: (element?.innerText || element?.getAttribute('aria-label') || element?.className || '').trim().slice(0, 60),
    step: isStep ? element.querySelector('.step-title')?.innerText.trim() ?? '' : '',
    isInSteps: element?.closest('.step-list-container') != null,
    isButton: element?.classList.contains('monaco-button') ?? false,
  };
})()`;

function readSteps(elements: PageElement[]): WalkthroughStep[] {
  return elements.map((element) => ({
    title: element.querySelector('.step-title')?.innerText.trim() ?? '',
    done: element.querySelector('.codicon.complete')?.getClientRects().length ? true : false,
    expanded: element.classList.contains('expanded'),
  }));
}
