import { existsSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { atExit } from './atExit';
import { run } from './childProcess';
import { toolsFolder } from './paths';
import { removeFolder } from '../support/removeFolder';

export interface Download {
  /** Name of the folder. */
  readonly name: string;
  readonly title: string;
  readonly packages: readonly string[];
  /** Folder of a package, relative to the download's, whose own dependencies are needed too. */
  readonly inner?: string;
}

// The downloads of this process: whoever asks for one that is under way waits for it.
// eslint-disable-next-line no-restricted-syntax
const underWay = new Map<string, Promise<string>>();

/**
 * Installs it if it isn't there yet, once for all who ask in this process. Another process may ask at the same time: each
 * installs into a folder of its own, and the first to finish moves it into place.
 * @returns Its folder.
 * @throws {Error} If npm fails, with npm's output.
 */
export function installed(download: Download): Promise<string> {
  const known = underWay.get(download.name);
  if (known) return known;
  const installing = install(download);
  underWay.set(download.name, installing);
  return installing;
}

async function install(download: Download): Promise<string> {
  const folder = path.join(toolsFolder, download.name);
  if (isComplete(folder)) return folder;
  console.log(`Downloading ${download.title} (npm ${download.packages.join(' ')}) into .vscode-test/ ...`);
  const unfinished = `${folder}.${process.pid}`;
  const removeUnfinished = atExit(() => rmSync(unfinished, { recursive: true, force: true }));
  try {
    await removeFolder(unfinished);
    await mkdir(unfinished, { recursive: true });
    // Without a manifest of its own, npm would install into the project around it.
    await writeFile(path.join(unfinished, 'package.json'), '{ "private": true }\n');
    await npmInstall(unfinished, download.packages);
    if (download.inner !== undefined) await npmInstall(path.join(unfinished, download.inner), ['--omit=dev']);
    await writeFile(stamp(unfinished), `${new Date().toISOString()}\n`);
    await moveIntoPlace(unfinished, folder);
  } finally {
    await removeFolder(unfinished);
    removeUnfinished();
  }
  return folder;
}

/** Executable of a Node such as `22.23.3`, which is downloaded when it is first needed. */
export async function installedNode(version: string): Promise<string> {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const folder = await installed({ name: `node-${version}`, title: 'Node', packages: [`${name}@${version}`] });
  return path.join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
}

async function moveIntoPlace(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder);
  } catch {
    // Another process was faster, or an older one was stopped in the middle.
    if (isComplete(folder)) return;
    await removeFolder(folder);
    await rename(unfinished, folder);
  }
}

async function npmInstall(cwd: string, args: readonly string[]): Promise<void> {
  // The packages' scripts would compile optional native modules, which requires headers and a compiler.
  const command = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args];
  const npm = process.env['npm_execpath'];
  // The variables that npm passed to the process that it started are about the project, not about this folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)/.test(name)),
  );
  await (npm ? run(process.execPath, [npm, ...command], { cwd, env }) : run('npm', command, { cwd, env }));
}

function stamp(folder: string): string {
  return path.join(folder, 'installed');
}

function isComplete(folder: string): boolean {
  return existsSync(stamp(folder));
}
