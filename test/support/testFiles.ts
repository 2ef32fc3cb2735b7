import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { compiledTests } from '../host/paths';

/** The test files of a layer by the names of their source files, relative to its folder, sorted. */
export async function testFiles(layer: string): Promise<string[]> {
  const files = await readdir(path.join(compiledTests, layer), { recursive: true }).catch(() => []);
  return files
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.js$/, '.ts'))
    .sort();
}

/** Path that a file of {@link testFiles} has been compiled to. */
export function compiledTest(layer: string, file: string): string {
  return path.join(compiledTests, layer, ...file.replace(/\.ts$/, '.js').split('/'));
}
