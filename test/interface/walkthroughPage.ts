import type { Page } from 'playwright-core';
import type { Patience } from '../host/patience';
import { plainText, type PageElement } from '../host/pageElement';

export interface WalkthroughStep {
  readonly title: string;
  readonly done: boolean;
  readonly expanded: boolean;
}

/** As often as it takes to go through the whole window once. */
const mostTabs = 80;

/** A walkthrough in the editor area, gone through with the keyboard alone. */
export class WalkthroughPage {
  readonly #page: Page;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
  }

  async title(): Promise<string> {
    return plainText(
      (await this.#page.locator('.getting-started-category:visible .category-title').allInnerTexts()).join(' '),
    );
  }

  async steps(): Promise<readonly WalkthroughStep[]> {
    return this.#page.locator('.gettingStartedSlideDetails .getting-started-step').evaluateAll(readSteps);
  }

  async waitForTitle(title: string): Promise<void> {
    await this.#patience.until(
      `the walkthrough ${title}`,
      () => this.title(),
      (shown) => shown.includes(title),
    );
  }

  /** Waits until a step has its tick. */
  async waitForDone(title: string): Promise<void> {
    await this.#patience.until(
      `the tick of "${title}"`,
      () => this.steps(),
      (steps) => steps.some((step) => step.title === title && step.done),
    );
  }

  /** Goes to a step with Tab, and opens it with Enter if it is not open. */
  async open(title: string): Promise<void> {
    await this.#tabTo(`the step "${title}"`, (focused) => focused.step === title);
    const isOpen = (steps: readonly WalkthroughStep[]) => steps.some((step) => step.title === title && step.expanded);
    if (!isOpen(await this.steps())) await this.#page.keyboard.press('Enter');
    await this.#patience.until(`the step "${title}" to open`, () => this.steps(), isOpen);
  }

  /** Goes to the button of the open step with Tab, and presses Enter. */
  async pressButton(name: string): Promise<void> {
    await this.#tabTo(`the button "${name}"`, (focused) => focused.text === name && focused.isButton);
    await this.#page.keyboard.press('Enter');
  }

  async #tabTo(what: string, isThere: (focused: Focused) => boolean): Promise<void> {
    const seen: string[] = [];
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      const focused = await this.#page.evaluate<Focused>(readFocused);
      if (isThere(focused)) return;
      seen.push(focused.text);
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${what}, but to: ${seen.join(' | ')}`);
  }
}

interface Focused {
  readonly text: string;
  /** The title of the step that has the focus itself. */
  readonly step: string;
  readonly isButton: boolean;
}

/** Runs in the page, which knows nothing of this file. */
const readFocused = `(() => {
  const element = document.activeElement;
  const isStep = element?.classList.contains('getting-started-step') ?? false;
  return {
    text: (element?.innerText || element?.getAttribute('aria-label') || element?.className || '').trim().slice(0, 60),
    step: isStep ? element.querySelector('.step-title')?.innerText.trim() ?? '' : '',
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
