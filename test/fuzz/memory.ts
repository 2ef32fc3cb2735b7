import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the heap in use after several collections in a row: what one finalizes, the next collects. */
export async function heapInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 4; time++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

export const mebibyte = 2 ** 20;

export function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`;
}
