import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const startsGit = /GitBench|GitWindow|GitCommand|Clones|sampleRepository/;

/**
 * Test files of a layer as paths of compiled tests relative to `out/test/`, sorted, those first that start Git: a
 * process that has grown by the other tests takes ten times as long to start another one. Those that leave their window
 * come before those that use a left one, and after those whose window nobody can use.
 * @param words Only those whose source contains this.
 */
export async function testFiles(layer: string, words = ''): Promise<string[]> {
  const folder = path.join(PROJECT_ROOT, 'test', layer);
  const names = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts')).sort();
  const sources = await Promise.all(names.map((file) => readFile(path.join(folder, file), 'utf8')));
  const files = names.map((name, index) => ({ name, source: sources[index] ?? '' }));
  return files
    .filter(({ source }) => source.includes(words))
    .sort((one, other) => rankOf(one.source) - rankOf(other.source))
    .map(({ name }) => path.join(layer, name.replace(/\.ts$/, '.js')));
}

function rankOf(source: string): number {
  if (source.includes("isGuest: 'last'")) return 4;
  if (source.includes('isGuest: true')) return 3;
  if (source.includes('endInWindow(')) return 2;
  return startsGit.test(source) ? 0 : 1;
}
