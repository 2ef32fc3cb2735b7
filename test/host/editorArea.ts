import type { Locator, Page } from 'playwright-core';
import { hasText, type PageElement, plainText } from './pageElement';
import type { Patience } from './patience';

/** Code editors: the active one, and the one that shows an output channel. */
export class EditorArea {
  readonly #page: Page;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
  }

  /** Labels of the open tabs, left to right. */
  async tabs(): Promise<readonly string[]> {
    return (await this.#page.locator('.part.editor .tab .label-name').allInnerTexts()).map((label) => label.trim());
  }

  /** Waits until the tabs are as wanted. */
  waitForTabs(what: string, accept: (labels: readonly string[]) => boolean): Promise<readonly string[]> {
    return this.#patience.until(what, () => this.tabs(), accept);
  }

  /** Visible lines of the active editor. */
  text(): Promise<string> {
    return linesOf(this.#active.locator('.monaco-editor').first());
  }

  /** Titles of the visible code lenses, top to bottom and left to right, without their icons. */
  async codeLenses(): Promise<readonly string[]> {
    const titles = await this.#active.locator('.codelens-decoration > :is(a, span)').allTextContents();
    return titles.map(plainText).filter((title) => title !== '' && title !== '|');
  }

  /** Waits until the code lenses are as wanted. */
  waitForCodeLenses(what: string, accept: (titles: readonly string[]) => boolean): Promise<readonly string[]> {
    return this.#patience.until(what, () => this.codeLenses(), accept);
  }

  /** Waits for a code lens and clicks it. */
  async clickCodeLens(title: string): Promise<void> {
    await this.waitForCodeLenses(`the code lens ${title}`, (titles) => titles.includes(title));
    const lens = this.#active.locator('.codelens-decoration > a').filter({ hasText: title });
    await this.#patience.act(`click the code lens ${title}`, () => lens.first().click());
  }

  /** Accessible names of the buttons in the title of the active group. */
  async titleActions(): Promise<readonly string[]> {
    const names = await this.#active
      .locator('.title .editor-actions .action-label')
      .evaluateAll((buttons: PageElement[]) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
    return names.filter((name) => name !== '');
  }

  /** Clicks a button in the title of the active group by the beginning of its accessible name. */
  async clickTitleAction(name: string): Promise<void> {
    const button = this.#active.locator(`.title .editor-actions .action-label[aria-label^="${name}"]`);
    await this.#patience.act(`click ${name} in the editor's title`, () => button.first().click());
  }

  /** Types at the end of the active editor's text. */
  async append(text: string): Promise<void> {
    await this.#patience.act('type into the editor', async () => {
      await this.#active.locator('.view-lines').first().click();
      await this.#page.keyboard.press('ControlOrMeta+End');
      await this.#page.keyboard.insertText(text);
    });
  }

  /** Visible lines of the output panel. */
  outputText(): Promise<string> {
    return linesOf(this.#page.locator('.part.panel .monaco-editor').first());
  }

  /** Waits until the active editor shows a text that contains or matches this. */
  waitForText(text: string | RegExp): Promise<string> {
    const isShown = (shown: string) => hasText(shown, text);
    return this.#patience.until(`${text} in the editor`, () => this.text(), isShown);
  }

  /** Waits until the output panel shows a text that contains or matches this. */
  waitForOutput(text: string | RegExp): Promise<string> {
    const isShown = (shown: string) => hasText(shown, text);
    return this.#patience.until(`${text} in the output panel`, () => this.outputText(), isShown);
  }

  get #active(): Locator {
    return this.#page.locator('.part.editor .editor-group-container.active');
  }
}

/** VS Code draws lines in any order, at their heights, with non-breaking spaces. */
async function linesOf(editor: Locator): Promise<string> {
  const lines = await editor
    .locator('.view-lines > .view-line')
    .evaluateAll((elements: { style: { top: string }; innerText: string }[]) =>
      elements.map(({ style, innerText }) => ({ top: parseFloat(style.top), text: innerText })),
    );
  return lines
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => text.replaceAll('\u00a0', ' ').replaceAll('\n', ''))
    .join('\n');
}
