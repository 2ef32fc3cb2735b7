import type { Page } from 'playwright-core';
import type { Patience } from '../host/patience';
import { plainText, type PageElement } from '../host/pageElement';

export interface WalkthroughStep {
  readonly title: string;
  readonly expanded: boolean;
}

/** A walkthrough in the editor area. */
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

  /** Waits until a walkthrough is shown; VS Code puts the focus on its open step a moment later. */
  async waitForTitle(title: string): Promise<void> {
    const read = () => this.title();
    await this.#patience.until(`the walkthrough ${title}`, read, (shown) => shown.includes(title));
    await this.#waitForFocusOnStep((await this.steps()).find(({ expanded }) => expanded)?.title);
  }

  async #waitForFocusOnStep(title: string | undefined): Promise<void> {
    const read = () => this.#page.evaluate<string>(readFocusedStep);
    await this.#patience.until(`the focus to be on the open step "${title}"`, read, (focused) => focused === title);
  }
}

/** Runs in the page, which can't access this file: title of the open step, if the step itself has the focus. */
const readFocusedStep = `(() => {
  const element = document.activeElement;
  const isStep = element?.matches('.getting-started-step.expanded') ?? false;
  return isStep ? element.querySelector('.step-title')?.innerText.trim() ?? '' : '';
})()`;

function readSteps(elements: PageElement[]): WalkthroughStep[] {
  return elements.map((element) => ({
    title: element.querySelector('.step-title')?.innerText.trim() ?? '',
    expanded: element.classList.contains('expanded'),
  }));
}
