import type { Locator, Page } from 'playwright-core';
import { chooseFromOpenMenu } from './contextMenu';
import { hasText, type PageElement, isText, plainText } from './pageElement';
import type { Patience } from './patience';
import { type ListRow, ScrolledList } from './scrolledList';
import { Tooltips } from './tooltips';

export interface TreeRow extends ListRow {
  readonly label: string;
  readonly description: string;
  /** Starts at 1 for the outermost. */
  readonly level: number;
  /** True if its children are shown; absent when it has none. */
  readonly expanded?: boolean;
  /** Name of a theme icon, empty when there is none. */
  readonly icon: string;
  /** Text that a screen reader says. */
  readonly ariaLabel: string;
  /** Accessible names of the buttons in the row. */
  readonly actions: readonly string[];
}

/** Time after which a menu that isn't there is opened again, in milliseconds. */
const menuDeadline = 5000;

/** Content of a view while it has no rows. */
export interface WelcomeText {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly links: readonly string[];
}

/** A tree view in the side bar, identified by its title. */
export class TreeView {
  readonly #page: Page;
  readonly #patience: Patience;
  readonly #tooltips: Tooltips;
  readonly #title: string;
  readonly #pane: Locator;
  readonly #tree: ScrolledList<TreeRow>;

  constructor(page: Page, patience: Patience, title: string) {
    this.#page = page;
    this.#patience = patience;
    this.#tooltips = new Tooltips(page, patience);
    this.#title = title;
    const heading = page.locator('.pane-header h3.title', { hasText: new RegExp(`^${escapeRegExp(title)}$`, 'i') });
    this.#pane = page.locator('.part.sidebar .pane').filter({ has: heading });
    this.#tree = new ScrolledList(this.#pane.locator('.pane-body .monaco-list').first(), patience, readTreeRows);
  }

  /** All rows, top to bottom, including those out of sight; none when the view shows its welcome text. */
  rows(): Promise<readonly TreeRow[]> {
    return this.#tree.all();
  }

  /** All rows as text, two spaces per level: `label · description`. */
  async text(): Promise<string> {
    const line = ({ level, label, description }: TreeRow) =>
      `${'  '.repeat(level - 1)}${label}${description && ` · ${description}`}`;
    return (await this.rows()).map(line).join('\n');
  }

  /** Waits until a row says this. */
  async waitForText(text: string): Promise<void> {
    const read = () => this.text();
    await this.#patience.until(`a row of ${this.#title} that says ${text}`, read, (rows) => rows.includes(text));
  }

  /** Waits for a row, visible or not. */
  async waitForRow(label: string | RegExp): Promise<TreeRow> {
    let found: TreeRow | undefined;
    await this.#patience.until(
      `a row ${label} in ${this.#title}`,
      async () => {
        found = await this.#tree.reveal((row) => isLabel(row.label, label));
        return found ?? (await this.#tree.visible()).map((row) => row.label);
      },
      () => found !== undefined,
    );
    return found!;
  }

  async expand(label: string | RegExp): Promise<void> {
    const row = await this.waitForRow(label);
    if (row.expanded === false) await this.#open(row);
  }

  /** Expands every row that has children, at every level. */
  async expandAll(): Promise<void> {
    await this.#tree.reveal(({ index }) => index === 0);
    let done = -1;
    for (;;) {
      const row = await this.#tree.revealBelow(({ index, expanded }) => index > done && expanded === false);
      if (!row) return;
      await this.#open(row);
      done = row.index;
    }
  }

  async click(label: string | RegExp): Promise<void> {
    const { index } = await this.waitForRow(label);
    await this.#tooltips.leave(this.#title, this.#pane);
    await this.#patience.act(`click the row ${label}`, () => this.#label(index).click());
  }

  async chooseFromContextMenu(label: string | RegExp, entry: string): Promise<void> {
    const shown = this.#page.locator('.monaco-menu').getByText(entry, { exact: true });
    // After a reload, VS Code learns late that the workspace is trusted, and a row that is drawn again just then
    // closes its menu. A user opens the menu again.
    await this.#patience.until(
      `${entry} in the context menu of ${label}`,
      async () => {
        const isOpen = await this.#openContextMenu(label);
        const isThere = isOpen && (await shown.isVisible());
        if (!isThere) await this.#page.keyboard.press('Escape');
        return isThere;
      },
      (isThere) => isThere,
    );
    await this.#patience.act(`choose ${entry} from the context menu of ${label}`, () =>
      chooseFromOpenMenu(this.#page, entry),
    );
  }

  /** The tooltip of a row as text. */
  async tooltip(label: string | RegExp): Promise<string> {
    const { index } = await this.waitForRow(label);
    return this.#tooltips.of(String(label), this.#label(index));
  }

  /** The view while it has no rows: its text, paragraph by paragraph, and the names of its buttons and links. */
  async welcome(): Promise<WelcomeText> {
    const content = this.#pane.locator('.welcome-view-content:visible');
    const text = (await content.allInnerTexts()).join('\n').trim();
    const names = async (selector: string) => (await content.locator(selector).allInnerTexts()).map(plainText);
    return { text, buttons: await names('.monaco-text-button'), links: await names('.monaco-link') };
  }

  /** Waits for a welcome text that contains or matches this. */
  async waitForWelcome(text: string | RegExp): Promise<void> {
    const isShown = (shown: WelcomeText) => hasText(shown.text, text);
    await this.#patience.until(`the welcome text ${text} in ${this.#title}`, () => this.welcome(), isShown);
  }

  /** Clicks a button or link of the welcome text. */
  async clickWelcome(name: string): Promise<void> {
    const found = this.#pane.locator('.welcome-view-content').getByRole('button', { name, exact: true });
    await this.#patience.act(`click ${name} in the welcome text`, () => found.click());
  }

  /** Message above the rows, empty when there is none. */
  async message(): Promise<string> {
    return plainText(
      (await this.#pane.locator('.tree-explorer-viewlet-tree-view > .message:visible').allInnerTexts()).join(' '),
    );
  }

  async waitForMessage(text: RegExp): Promise<string> {
    const read = () => this.message();
    return this.#patience.until(`the message ${text} in ${this.#title}`, read, (shown) => text.test(shown));
  }

  /** Clicks a button beside the title by its accessible name. */
  async clickTitleAction(action: string): Promise<void> {
    await this.#patience.act(`click ${action} of ${this.#title}`, async () => {
      await this.#header.hover();
      await this.#header.locator(`.action-label[aria-label="${action}"]`).click();
    });
  }

  async #open({ index, label, level }: TreeRow): Promise<void> {
    await this.#tree.bringInside(index);
    await this.#tooltips.leave(this.#title, this.#pane);
    await this.#patience.act(`open the row ${label}`, () =>
      this.#tree.element(index).locator('.monaco-tl-twistie').click(),
    );
    await this.#patience.until(
      `the row ${label} to open`,
      async () => {
        const row = (await this.#tree.visible()).find((drawn) => drawn.index === index);
        // The row shows as expanded before its children are there, and those move the rows below it.
        const next = row?.expanded ? await this.#tree.revealBelow((drawn) => drawn.index === index + 1) : undefined;
        return { row, next };
      },
      ({ row, next }) => (row && row.expanded === undefined) || (next?.level ?? 0) > level,
    );
  }

  /** Resolves with false if the menu isn't there, or no longer. */
  async #openContextMenu(label: string | RegExp): Promise<boolean> {
    const { index } = await this.waitForRow(label);
    await this.#tooltips.leave(this.#title, this.#pane);
    await this.#patience.act(`click the row ${label} with the right button`, () =>
      this.#label(index).click({ button: 'right' }),
    );
    return this.#page
      .locator('.monaco-menu .action-menu-item')
      .first()
      .waitFor({ timeout: menuDeadline })
      .then(
        () => true,
        () => false,
      );
  }

  #label(index: number): Locator {
    return this.#tree.element(index).locator('.monaco-icon-label').first();
  }

  get #header(): Locator {
    return this.#pane.locator('.pane-header');
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function readTreeRows(elements: PageElement[]): TreeRow[] {
  return elements.map((element) => {
    const text = (selector: string) => (element.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim();
    const expanded = element.getAttribute('aria-expanded');
    const icon = element.querySelector('.custom-view-tree-node-item-icon')?.classList ?? [];
    return {
      index: Number(element.getAttribute('data-index')),
      label: text('.label-name'),
      description: text('.label-description'),
      level: Number(element.getAttribute('aria-level')),
      ...(expanded !== null && { expanded: expanded === 'true' }),
      icon: [...icon].find((name) => name.startsWith('codicon-'))?.slice('codicon-'.length) ?? '',
      ariaLabel: element.getAttribute('aria-label') ?? '',
      actions: [...element.querySelectorAll('.actions .action-label')].map(
        (action) => action.getAttribute('aria-label') ?? '',
      ),
    };
  });
}

/** A row shows the beginning of a long title. */
function isLabel(shown: string, wanted: string | RegExp): boolean {
  if (typeof wanted === 'string' && shown.endsWith('…') && wanted.startsWith(shown.slice(0, -1))) return true;
  return isText(shown, wanted);
}
