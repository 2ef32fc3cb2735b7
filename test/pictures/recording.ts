import { GifWriter } from 'omggif';
import type { Page } from 'playwright-core';
import type { Box } from '../host/tooltips';
import { colourNumbers, nearestIn, paletteOf } from './indexedPng';
import { pixelsOf } from './pixelsOf';

/** An index of one byte, less the one that leaves a pixel as it is. */
const mostColours = 255;
const unchanged = 255;

/** A picture and how long it is shown. */
interface Frame {
  readonly pixels: Uint32Array;
  readonly milliseconds: number;
}

/** Pictures of a part of the window, one after the other, that become an animated one. */
export class Recording {
  readonly #page: Page;
  readonly #clip: Box;
  readonly #frames: Frame[] = [];

  constructor(page: Page, clip: Box) {
    this.#page = page;
    this.#clip = clip;
  }

  /** Adds what the window shows now. */
  async show(milliseconds: number): Promise<void> {
    const png = await this.#page.screenshot({ clip: this.#clip, animations: 'disabled', caret: 'hide' });
    const { rgba } = await pixelsOf(this.#page, png);
    this.#frames.push({ pixels: colourNumbers(rgba), milliseconds });
  }

  /** A GIF that is repeated forever. Each frame has only the rectangle in which something changed. */
  gif(): Uint8Array {
    const { width, height } = this.#clip;
    const colours = paletteOf(
      this.#frames.map(({ pixels }) => pixels),
      mostColours,
    );
    const nearest = new Map(colours.map((colour, index) => [colour, index]));
    const indexOf = (colour: number) => {
      const known = nearest.get(colour);
      if (known !== undefined) return known;
      const index = nearestIn(colours, colour);
      nearest.set(colour, index);
      return index;
    };
    const palette = Array.from({ length: 256 }, (_, index) => colours[index] ?? 0);
    const bytes = new Uint8Array(width * height * this.#frames.length + 4096);
    const writer = new GifWriter(bytes, width, height, { palette, loop: 0 });
    let before: Uint8Array | undefined;
    for (const { pixels, milliseconds } of this.#frames) {
      const indexed = Uint8Array.from(pixels, indexOf);
      const { x, y, width: wide, height: high } = changedIn(indexed, before, width);
      const rectangle: number[] = [];
      for (let row = y; row < y + high; row++)
        for (let column = x; column < x + wide; column++) {
          const at = row * width + column;
          rectangle.push(before?.[at] === indexed[at] ? unchanged : indexed[at]!);
        }
      // In hundredths of a second; each frame is drawn over the one before.
      const delay = Math.round(milliseconds / 10);
      writer.addFrame(x, y, wide, high, rectangle, { delay, transparent: unchanged, disposal: 1 });
      before = indexed;
    }
    return bytes.subarray(0, writer.end());
  }
}

/** The smallest rectangle with everything that changed, at least one pixel. */
function changedIn(pixels: Uint8Array, before: Uint8Array | undefined, width: number): Box {
  if (!before) return { x: 0, y: 0, width, height: pixels.length / width };
  let [left, right, top, bottom] = [width - 1, 0, pixels.length / width - 1, 0];
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < left) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
