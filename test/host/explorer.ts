import type { Locator, Page } from 'playwright-core';
import type { Patience } from './patience';

/** The Explorer, which has to be the open container of the side bar. */
export class Explorer {
  readonly #page: Page;
  readonly #patience: Patience;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
  }

  /** Row of a file or folder whose parent is expanded. */
  row(name: string): Locator {
    return this.#page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
  }

  /** Expands a folder of the workspace, unless it is. */
  async expand(folder: string): Promise<void> {
    const row = this.row(folder);
    await this.#patience.act(`wait for ${folder}`, () => row.waitFor());
    if ((await row.getAttribute('aria-expanded')) !== 'true')
      await this.#patience.act(`expand ${folder}`, () => row.click());
  }

  /** Opens a file whose parent is expanded, with the cursor at its start. */
  async open(file: string): Promise<void> {
    await this.#patience.act(`open ${file}`, async () => {
      await this.row(file).dblclick();
      await this.#page.locator(`.part.editor .tab.active[data-resource-name="${file}"]`).waitFor();
      await this.#page.locator('.part.editor .view-lines').first().click();
      await this.#page.keyboard.press('Control+Home');
    });
  }
}
