import type { Locator } from 'playwright-core';
import type { PageElement } from './pageElement';
import type { Patience } from './patience';

/** One row of a list, whatever the scroll position. */
export interface ListRow {
  /** Position in the whole list, from 0. */
  readonly index: number;
}

/** Reads the elements of the visible rows; runs in the window. */
export type ReadRows<T extends ListRow> = (elements: PageElement[]) => T[];

interface Drawn<T> {
  readonly rows: readonly T[];
  /** True if the last row of the list is among them. */
  readonly toTheEnd: boolean;
}

/** A VS Code list or tree. It draws only the visible rows, so reading all of them takes scrolling. */
export class ScrolledList<T extends ListRow> {
  readonly #list: Locator;
  readonly #patience: Patience;
  readonly #readRows: ReadRows<T>;

  /** @param list The element with class `monaco-list`. */
  constructor(list: Locator, patience: Patience, readRows: ReadRows<T>) {
    this.#list = list;
    this.#patience = patience;
    this.#readRows = readRows;
  }

  /** Visible rows, in the order they are drawn; none when the list isn't shown. */
  async visible(): Promise<readonly T[]> {
    return (await this.#drawn()).rows;
  }

  /** Every row, top to bottom. */
  async all(): Promise<readonly T[]> {
    const rows = new Map<number, T>();
    await this.#walk('the top', (drawn) => {
      for (const row of drawn.rows) rows.set(row.index, row);
      return false;
    });
    return [...rows.values()].sort((a, b) => a.index - b.index);
  }

  /**
   * Scrolls to a row that fits; a visible one comes first.
   * @returns `undefined` if none fits.
   */
  async reveal(fits: (row: T) => boolean): Promise<T | undefined> {
    return (await this.visible()).find(fits) ?? (await this.#find(fits, 'the top'));
  }

  /**
   * Scrolls down, from the current position, to the first row that fits.
   * @returns `undefined` if none fits.
   */
  async revealBelow(fits: (row: T) => boolean): Promise<T | undefined> {
    return this.#find(fits, 'here');
  }

  /** Element of a visible row. */
  element(index: number): Locator {
    return this.#list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${index}"]`);
  }

  /** Scrolls until a visible row is visible as a whole: a click at the edge of the list may hit something else. */
  async bringInside(index: number): Promise<void> {
    await this.#patience.until(
      `all of row ${index} to be in sight`,
      async () => {
        const list = (await this.#list.boundingBox())!;
        const row = (await this.element(index).boundingBox())!;
        const below = Math.max(0, row.y + row.height - list.y - list.height);
        const missing = below || Math.min(0, row.y - list.y);
        if (missing !== 0) await this.#scroll(missing);
        return missing;
      },
      (missing) => missing === 0,
    );
  }

  async #find(fits: (row: T) => boolean, from: 'the top' | 'here'): Promise<T | undefined> {
    let found: T | undefined;
    await this.#walk(from, (drawn) => {
      found = drawn.rows.find(fits);
      return found !== undefined;
    });
    return found;
  }

  /** Shows the list page by page, until told to stop or until its end. */
  async #walk(from: 'the top' | 'here', stop: (drawn: Drawn<T>) => boolean): Promise<void> {
    const start = ({ rows }: Drawn<T>) => (from === 'the top' && rows[0]?.index ? -10_000 : 0);
    let drawn = await this.#scrollUntil('the top of the list', start);
    while (!stop(drawn) && !drawn.toTheEnd) {
      const seen = drawn.rows.at(-1)?.index ?? 0;
      const box = await this.#list.boundingBox();
      const page = Math.max(44, box?.height ?? 0);
      drawn = await this.#scrollUntil(`the rows below row ${seen}`, ({ rows, toTheEnd }) => {
        const [first = { index: 0 }] = rows;
        // How far a turn of the wheel scrolls varies, and it may take a frame to show: rows may have been skipped.
        if (first.index > seen + 1) return -page / 2;
        return toTheEnd || (rows.at(-1)?.index ?? 0) > seen ? 0 : page;
      });
    }
  }

  /** @param missing Distance left to scroll, in pixels, positive is down; 0 when there. */
  async #scrollUntil(what: string, missing: (drawn: Drawn<T>) => number): Promise<Drawn<T>> {
    const step = async () => {
      const drawn = await this.#drawn();
      const pixels = missing(drawn);
      if (pixels !== 0) await this.#scroll(pixels);
      return { drawn, there: pixels === 0 };
    };
    return (await this.#patience.until(what, step, ({ there }) => there)).drawn;
  }

  async #drawn(): Promise<Drawn<T>> {
    // Requested together and answered in this order: if the list grows in between, its end has not been seen.
    const [[height = 0], rows] = await Promise.all([
      this.#list.locator('.monaco-list-rows').evaluateAll(heightToCome),
      this.#list.locator('.monaco-list-rows > .monaco-list-row').evaluateAll(this.#readRows),
    ]);
    rows.sort((a, b) => a.index - b.index);
    return { rows, toTheEnd: rows.length === 0 || height <= 0 };
  }

  async #scroll(pixels: number): Promise<void> {
    const page = this.#list.page();
    await this.#patience.act('scroll the list', async () => {
      await this.#list.hover({ position: { x: 20, y: 10 }, force: true });
      await page.mouse.wheel(0, pixels);
    });
  }
}

/** Height of each list below its last drawn row, in pixels. The mark that VS Code puts on the last row goes stale. */
function heightToCome(
  lists: { style: { height: string }; children: Iterable<{ style: { top: string; height: string } }> }[],
): number[] {
  return lists.map(({ style, children }) => {
    const bottoms = [...children].map((row) => parseFloat(row.style.top) + parseFloat(row.style.height));
    return (parseFloat(style.height) || 0) - Math.max(0, ...bottoms.filter((bottom) => !Number.isNaN(bottom)));
  });
}
