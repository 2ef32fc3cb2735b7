import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one color that every program can draw. */
export function png([red, green, blue]: readonly [number, number, number], side = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8);
  const line = [0, ...Array.from({ length: side }, () => [red, green, blue]).flat()];
  const lines = Buffer.from(Array.from({ length: side }, () => line).flat());
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')]);
}

/** A part of a PNG. */
export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Data URI in which an image is sent. */
export function pngUri(image: Buffer): string {
  return `data:image/png;base64,${image.toString('base64')}`;
}
