import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import type { Pixels } from './indexedPng';

/** The pixels of a PNG, as the browser decodes it. */
export async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  // VS Code's page allows no images from elsewhere.
  const empty = await page.context().newPage();
  try {
    const read = `(async () => {
      const blob = new Blob([Uint8Array.from(atob('${png.toString('base64')}'), (byte) => byte.charCodeAt(0))]);
      const { width, height } = await createImageBitmap(blob);
      const drawing = new OffscreenCanvas(width, height).getContext('2d');
      drawing.drawImage(await createImageBitmap(blob), 0, 0);
      const { data } = drawing.getImageData(0, 0, width, height);
      let bytes = '';
      for (let at = 0; at < data.length; at += 8192) bytes += String.fromCharCode(...data.subarray(at, at + 8192));
      return { width, height, bytes: btoa(bytes) };
    })()`;
    const { width, height, bytes } = await empty.evaluate<{ width: number; height: number; bytes: string }>(read);
    return { width, height, rgba: Buffer.from(bytes, 'base64') };
  } finally {
    await empty.close();
  }
}
