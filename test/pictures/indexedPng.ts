import { deflateSync } from 'node:zlib';
import { chunk } from '../support/images';

/** Pixels from left to right and top to bottom, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Number of colors that an index of one byte can name. */
const mostColours = 256;

/**
 * A PNG with a palette: the most frequent colors; the others, mostly edges of letters, become the nearest of these. A
 * picture of a window has few colors and takes a third of the size that it has with three bytes a pixel.
 */
export function indexedPng({ width, height, rgba }: Pixels): Buffer {
  const pixels = colourNumbers(rgba);
  const palette = paletteOf([pixels], mostColours);
  const nearest = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels.length; at++) {
    const colour = pixels[at]!;
    let index = nearest.get(colour);
    if (index === undefined) nearest.set(colour, (index = nearestIn(palette, colour)));
    // Each row begins with its filter type: none.
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for an index into a palette.
  header.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const entries = Buffer.from(palette.flatMap(partsOf));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', entries),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND'),
  ]);
}

/** One number for each pixel; nothing in a window is transparent. */
export function colourNumbers(rgba: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: rgba.length / 4 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(4 * at, 4 * at + 3);
    return (red << 16) | (green << 8) | blue;
  });
}

/**
 * Colors of pictures, no more than `most`: the most frequent of each kind, as many as there is space for, then the most
 * frequent of all. A small icon has a color of a kind of its own, but few pixels.
 */
export function paletteOf(pictures: readonly Uint32Array[], most: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const pixels of pictures) for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts]
    .sort(([one, countOfOne], [other, countOfOther]) => countOfOther - countOfOne || one - other)
    .map(([colour]) => colour);
  const firstOfKinds = [...Map.groupBy(frequent, kindOf).values()].flatMap(([first]) => first ?? []);
  return [...new Set([...firstOfKinds.slice(0, most / 2), ...frequent])].slice(0, most);
}

/** Colors of one kind differ by less than a quarter in each part. */
function kindOf(colour: number): string {
  return partsOf(colour)
    .map((part) => Math.floor(part / 64))
    .join(' ');
}

export function nearestIn(palette: readonly number[], colour: number): number {
  const distances = palette.map((candidate) => distance(candidate, colour));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: number, other: number): number {
  const others = partsOf(other);
  return partsOf(one).reduce((sum, part, index) => sum + (part - others[index]!) ** 2, 0);
}

function partsOf(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}
