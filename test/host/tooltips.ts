import type { Locator, Page } from 'playwright-core';
import type { Patience } from './patience';

/** Time a tooltip may take to appear or to go, in milliseconds. */
const shownWithin = 3_000;

/** Tooltips that VS Code shows beside the pointer. */
export class Tooltips {
  readonly #page: Page;
  readonly #patience: Patience;
  readonly #shown: Locator;

  constructor(page: Page, patience: Patience) {
    this.#page = page;
    this.#patience = patience;
    this.#shown = page.locator('.workbench-hover:visible');
  }

  /** Points at something and returns its tooltip. */
  async of(name: string, target: Locator): Promise<string> {
    await this.#pointNowhere();
    const read = () => this.#text();
    await this.#patience.until('the last tooltip to go', read, (shown) => shown === '');
    let pointedAt = 0;
    const text = await this.#patience.until(
      `the tooltip of ${name}`,
      async () => {
        const shown = await this.#text();
        // A row that is redrawn under the pointer shows no tooltip until the pointer comes again.
        if (shown === '' && Date.now() - pointedAt > shownWithin) {
          await this.#pointNowhere();
          await target.hover();
          pointedAt = Date.now();
        }
        return shown;
      },
      (shown) => shown !== '' && !shown.startsWith('Loading'),
    );
    await this.#pointNowhere();
    return text;
  }

  /** Points away from a part of the window, until no tooltip covers it and takes the clicks. */
  async leave(name: string, part: Locator): Promise<void> {
    await this.#pointNowhere();
    let leftAt = Date.now();
    await this.#patience.until(
      `nothing to lie over ${name}`,
      async () => {
        const [place, tooltips] = [await part.boundingBox(), await this.#shown.evaluateAll(readBoxes)];
        const [tooltip] = tooltips;
        // One that came when the pointer had gone stays until the pointer leaves it.
        if (tooltip && Date.now() - leftAt > shownWithin) {
          await this.#page.mouse.move(tooltip.x + tooltip.width / 2, tooltip.y + tooltip.height / 2);
          await this.#pointNowhere();
          leftAt = Date.now();
        }
        return { place, tooltips };
      },
      ({ place, tooltips }) => place !== null && !tooltips.some((tooltip) => overlap(place, tooltip)),
    );
  }

  async #pointNowhere(): Promise<void> {
    await this.#page.mouse.move(1, 1);
  }

  async #text(): Promise<string> {
    return (await this.#shown.locator('.hover-contents').allInnerTexts()).join('\n').trim();
  }
}

/** A part of the window, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function overlap(one: Box, other: Box): boolean {
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return !beside && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** All at once: a tooltip that disappears while it is waited for would be waited for until it comes back. */
function readBoxes(elements: { getBoundingClientRect(): Box }[]): Box[] {
  return elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
}
