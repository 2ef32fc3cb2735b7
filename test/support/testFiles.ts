import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Test files of a layer as paths of compiled tests relative to `out/test/`, sorted.
 * @param words Only those whose source contains this.
 */
export async function testFiles(layer: string, words = ''): Promise<string[]> {
  const folder = path.join(PROJECT_ROOT, 'test', layer);
  const names = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts')).sort();
  const has = await Promise.all(
    names.map(async (file) => (await readFile(path.join(folder, file), 'utf8')).includes(words)),
  );
  return names.filter((_, index) => has[index]).map((file) => path.join(layer, file.replace(/\.ts$/, '.js')));
}
