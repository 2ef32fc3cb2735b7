import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { atExit } from './atExit';
import { run } from './childProcess';
import { compiledTests, toolsFolder } from './paths';
import type { HostVersion } from './versions';
import { removeFolder } from '../support/removeFolder';

/** An installed VS Code server. */
export interface CodeServerInstall {
  readonly version: HostVersion;
  /** Node executable that runs it. */
  readonly node: string;
  /** Its entry script. */
  readonly main: string;
}

/**
 * Installs the VS Code server of a version from the npm registry into `.vscode-test/`, if it isn't there yet. Two
 * processes may ask at once: each installs into a folder of its own, and the first to finish moves it into place.
 * @throws {Error} If npm fails, with npm's output.
 */
export async function installCodeServer(version: HostVersion): Promise<CodeServerInstall> {
  const folder = path.join(toolsFolder, `code-server-${version.codeServer}`);
  if (!isComplete(folder)) await install(version, folder);
  await standInForLogModule(vscodeFolder(folder));
  const nodePackage = nodePackageName();
  return {
    version,
    node: version.node
      ? path.join(folder, 'node_modules', nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
      : process.execPath,
    main: path.join(vscodeFolder(folder), 'out', 'server-main.js'),
  };
}

async function install(version: HostVersion, folder: string): Promise<void> {
  console.log(
    `Downloading VS Code ${version.vscode} (npm package code-server ${version.codeServer}) into .vscode-test/ ...`,
  );
  const unfinished = `${folder}.${process.pid}`;
  const removeUnfinished = atExit(() => rmSync(unfinished, { recursive: true, force: true }));
  try {
    await removeFolder(unfinished);
    await mkdir(unfinished, { recursive: true });
    // Without a manifest of its own, npm would install into the project around it.
    await writeFile(path.join(unfinished, 'package.json'), '{ "private": true }\n');
    const packages = [`code-server@${version.codeServer}`];
    if (version.node) packages.push(`${nodePackageName()}@${version.node}`);
    await npmInstall(unfinished, packages);
    await npmInstall(vscodeFolder(unfinished), ['--omit=dev']);
    await writeFile(stamp(unfinished), `${new Date().toISOString()}\n`);
    await moveIntoPlace(unfinished, folder);
  } finally {
    await removeFolder(unfinished);
    removeUnfinished();
  }
}

async function moveIntoPlace(unfinished: string, folder: string): Promise<void> {
  if (isComplete(folder)) return;
  await removeFolder(folder);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    if (!isComplete(folder)) throw error;
  }
}

async function npmInstall(cwd: string, args: readonly string[]): Promise<void> {
  // The packages' scripts would compile optional native modules, which requires headers and a compiler.
  const command = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args];
  const npm = process.env['npm_execpath'];
  // What npm passed to the process that it started is about the project, not about this folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)/.test(name)),
  );
  await (npm ? run(process.execPath, [npm, ...command], { cwd, env }) : run('npm', command, { cwd, env }));
}

async function standInForLogModule(vscode: string): Promise<void> {
  const module = path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  const standIn = await readFile(path.join(compiledTests, 'host', 'fileLog.js'), 'utf8');
  if ((await readFile(module, 'utf8')) !== standIn) await writeFile(module, standIn);
}

function nodePackageName(): string {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function vscodeFolder(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

function stamp(folder: string): string {
  return path.join(folder, 'installed');
}

function isComplete(folder: string): boolean {
  return existsSync(stamp(folder));
}
