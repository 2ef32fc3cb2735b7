import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { compiledTests } from './paths';

/** Puts the extension that stands for all that use ours into a folder of its own under `parent`; returns the folder. */
export async function secondExtension(parent: string): Promise<string> {
  const folder = path.join(parent, 'second-extension');
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(PROJECT_ROOT, 'test', 'secondExtension', 'package.json'), path.join(folder, 'package.json'));
  await copyFile(path.join(compiledTests, 'secondExtension', 'extension.js'), path.join(folder, 'extension.js'));
  return folder;
}
