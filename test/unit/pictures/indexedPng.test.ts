import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { indexedPng } from '../../pictures/indexedPng';

const black = [0, 0, 0, 255];
const white = [255, 255, 255, 255];
const nearlyWhite = [250, 251, 252, 255];
const red = [200, 0, 0, 255];

/** Colors of a PNG's rows, read according to the format. */
function rowsOf(png: Buffer, width: number): number[][][] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const palette = chunks.get('PLTE')!;
  const rows = inflateSync(chunks.get('IDAT')!);
  return Array.from({ length: rows.length / (width + 1) }, (_, row) => {
    const line = rows.subarray(row * (width + 1), (row + 1) * (width + 1));
    assert.equal(line[0], 0, 'no filter');
    return [...line.subarray(1)].map((index) => [...palette.subarray(3 * index, 3 * index + 3)]);
  });
}

describe('a PNG with a palette', () => {
  const rgba = Uint8Array.from([...black, ...black, ...white, ...white, ...nearlyWhite, ...red].flat());

  it('keeps every pixel if the colors fit into the palette', () => {
    assert.deepEqual(rowsOf(indexedPng({ width: 3, height: 2, rgba }), 3), [
      [black, black, white].map((colour) => colour.slice(0, 3)),
      [white, nearlyWhite, red].map((colour) => colour.slice(0, 3)),
    ]);
  });

  it('uses the nearest of the most frequent colors otherwise', () => {
    const [, second] = rowsOf(indexedPng({ width: 3, height: 2, rgba }, 2), 3);
    assert.deepEqual(second, [
      [255, 255, 255],
      [255, 255, 255],
      [0, 0, 0],
    ]);
  });

  it('begins like any PNG, with its size', () => {
    const png = indexedPng({ width: 3, height: 2, rgba });
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [3, 2, 8, 3]);
  });
});
