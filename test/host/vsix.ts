import JSZip from 'jszip';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
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

const leftBehind: readonly string[] = ['.git', '.vscode-test', 'dist', 'node_modules', 'out'];

/**
 * Packages a copy of the checkout, as publishing does, into a VSIX in the otherwise empty `folder`, and unpacks it there.
 * @throws {Error} If packaging fails or warns, with vsce's output.
 */
export async function packageExtension(
  folder: string,
  onStart: (pid: number | undefined) => void = () => undefined,
): Promise<ShippedExtension> {
  const shipped = shippedIn(folder);
  const sources = path.join(folder, 'sources');
  await cp(PROJECT_ROOT, sources, {
    recursive: true,
    filter: (file) => !leftBehind.includes(path.relative(PROJECT_ROOT, file)),
  });
  const packages = path.join(PROJECT_ROOT, 'node_modules');
  await symlink(packages, path.join(sources, 'node_modules'), 'junction');
  const command = [path.join(packages, '@vscode', 'vsce', 'vsce'), 'package', '--out', shipped.vsix];
  await run(process.execPath, command, { cwd: sources, refused: /WARNING|::warning::/, onStart });
  await unpack(shipped.vsix, folder);
  return shipped;
}

/** The extension that the enclosing test run packaged, or one packaged now that is removed when this process ends. */
export async function shippedExtension(): Promise<ShippedExtension> {
  const folder = process.env[testVariables.extension];
  return folder ? shippedIn(folder) : packageExtension(new TemporaryFolder('vsix').path);
}

function shippedIn(folder: string): ShippedExtension {
  return { folder: path.join(folder, 'extension'), vsix: path.join(folder, 'agent-conversations.vsix') };
}

async function unpack(vsix: string, folder: string): Promise<void> {
  const archive = await JSZip.loadAsync(await readFile(vsix));
  for (const entry of Object.values(archive.files)) {
    // The rest of a VSIX is for the marketplace.
    if (entry.dir || !entry.name.startsWith('extension/')) continue;
    const target = path.join(folder, ...entry.name.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await entry.async('nodebuffer'));
  }
}
