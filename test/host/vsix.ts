import JSZip from 'jszip';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from './childProcess';
import { TemporaryFolder } from './temporaryFolder';
import { testVariables } from './testReport';

/** The extension as users get it. */
export interface ShippedExtension {
  /** The VSIX unpacked: the folder with its package.json. */
  readonly folder: string;
  /** The VSIX itself. */
  readonly vsix: string;
}

/**
 * Packages the checkout into a VSIX in the otherwise empty `folder` and unpacks it there. This rebuilds `dist/`, as
 * publishing does.
 * @throws {Error} If packaging fails or warns, with vsce's output.
 */
export async function packageExtension(folder: string): Promise<ShippedExtension> {
  const vsix = path.join(folder, 'agent-conversations.vsix');
  const vsce = path.join(PROJECT_ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
  await run(process.execPath, [vsce, 'package', '--out', vsix], { cwd: PROJECT_ROOT, refused: /WARNING|::warning::/ });
  return { folder: await unpack(vsix, folder), vsix };
}

/** The extension that the enclosing test run packaged, or one packaged now that is removed when this process ends. */
export async function shippedExtension(): Promise<ShippedExtension> {
  const folder = process.env[testVariables.extension];
  return folder ? shippedIn(folder) : packageExtension(new TemporaryFolder('vsix').path);
}

/** Extension that `packageExtension` left in a folder. */
function shippedIn(folder: string): ShippedExtension {
  return { folder: path.join(folder, 'extension'), vsix: path.join(folder, 'agent-conversations.vsix') };
}

async function unpack(vsix: string, folder: string): Promise<string> {
  const archive = await JSZip.loadAsync(await readFile(vsix));
  for (const entry of Object.values(archive.files)) {
    // The rest of a VSIX is for the marketplace.
    if (entry.dir || !entry.name.startsWith('extension/')) continue;
    const target = path.join(folder, ...entry.name.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await entry.async('nodebuffer'));
  }
  return path.join(folder, 'extension');
}
