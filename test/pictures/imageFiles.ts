import { GifWriter } from 'omggif';
import type { Page } from 'playwright-core';
import { deflateSync } from 'node:zlib';
import type { Box } from '../host/tooltips';
import { chunk } from '../support/images';
import { still } from './camera';

/** A part of the window as it was shown: a color for each pixel, from left to right and top to bottom, and its width. */
export interface Pixels {
  readonly width: number;
  readonly colors: readonly number[];
}

/** A picture of a moving one. */
export interface Frame extends Pixels {
  readonly milliseconds: number;
}

/** Takes a picture as pixels, which the browser reads from its screenshot. */
export async function pixelsIn(page: Page, clip: Box): Promise<Pixels> {
  const png = await page.screenshot({ ...still, clip });
  // VS Code's page allows no images from elsewhere.
  const empty = await page.context().newPage();
  const read = `(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    return Array.from({ length: data.length / 4 }, (_, at) => (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2]);
  })()`;
  try {
    return { width: clip.width, colors: await empty.evaluate<number[]>(read) };
  } finally {
    await empty.close();
  }
}

/**
 * The colors that a file of these pictures may name, at most `most`: the most frequent of each kind, then the most
 * frequent of all. A small icon has a color of a kind of its own, but few pixels.
 */
function paletteOf(pictures: readonly Pixels[], most: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const { colors } of pictures) for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const frequent = [...counts.keys()].sort((one, other) => counts.get(other)! - counts.get(one)!);
  const kinds = [...Map.groupBy(frequent, (color) => color & 0xc0c0c0).values()];
  return [...new Set([...kinds.flatMap(([first]) => first ?? []), ...frequent])].slice(0, most);
}

/** Returns what finds the place of a color in a palette, or that of the nearest: of edges of letters, mostly. */
function indexIn(palette: readonly number[]): (color: number) => number {
  const known = new Map(palette.map((color, index) => [color, index]));
  const parts = (color: number) => [color >> 16, (color >> 8) & 0xff, color & 0xff];
  const distance = (one: number, other: number) => {
    const others = parts(other);
    return parts(one).reduce((sum, part, at) => sum + (part - others[at]!) ** 2, 0);
  };
  return (color) => {
    let index = known.get(color);
    if (index === undefined) {
      const distances = palette.map((candidate) => distance(candidate, color));
      known.set(color, (index = distances.indexOf(Math.min(...distances))));
    }
    return index;
  };
}

/** A PNG with a palette: it takes a third of the size that it has with three bytes a pixel. */
export function pngOf({ width, colors }: Pixels): Buffer {
  const palette = paletteOf([{ width, colors }], 256);
  const indexes = colors.map(indexIn(palette));
  const height = colors.length / width;
  // Each row begins with its filter type: none.
  const rows = Array.from({ length: height }, (_, row) => [0, ...indexes.slice(row * width, (row + 1) * width)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for an index into a palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]))),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND'),
  ]);
}

/** The index that leaves a pixel as it is. */
const unchanged = 255;

/** A GIF that is repeated forever. */
export function gifOf(frames: readonly Frame[], { width, height }: Pick<Box, 'width' | 'height'>): Uint8Array {
  const colors = paletteOf(frames, unchanged);
  const indexOf = indexIn(colors);
  const palette = Array.from({ length: 256 }, (_, index) => colors[index] ?? 0);
  const bytes = new Uint8Array(width * height * frames.length + 4096);
  const writer = new GifWriter(bytes, width, height, { palette, loop: 0 });
  let before: readonly number[] = [];
  for (const frame of frames) {
    const indexed = frame.colors.map(indexOf);
    const changes = indexed.map((index, at) => (before[at] === index ? unchanged : index));
    // In hundredths of a second; each frame is drawn over the one before.
    const delay = Math.round(frame.milliseconds / 10);
    writer.addFrame(0, 0, width, height, changes, { delay, transparent: unchanged, disposal: 1 });
    before = indexed;
  }
  return bytes.subarray(0, writer.end());
}
