import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';

export interface TimedExports {
  readonly load: number;
  readonly activate: number;
  readonly context: vscode.ExtensionContext;
  readonly api: unknown;
}

/** The id that extensions put together here have in common. */
export const publisher = 'bench';

const timed = `const before = performance.now();
const extension = require('./dist/extension.js');
const load = performance.now() - before;
exports.activate = (context) => {
  const before = performance.now();
  const api = extension.activate(context);
  return { load, activate: performance.now() - before, context, api };
};
`;

/** A copy of the shipped extension that starts when it is told to, and says how long that took: `bench.shipped`. */
export async function timedExtension(shipped: string, parent: string): Promise<string> {
  const folder = path.join(parent, 'shipped');
  await cp(shipped, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  await putTogether(folder, { ...manifest, name: 'shipped' });
  return folder;
}

/** An extension that does nothing, timed in the same way: `bench.` and its name. */
export async function emptyExtension(name: string, parent: string): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(path.join(folder, 'dist'), { recursive: true });
  await writeFile(path.join(folder, 'dist', 'extension.js'), 'exports.activate = () => undefined;\n');
  await putTogether(folder, { name, version: '1.0.0', engines: { vscode: '^1.104.0' }, extensionKind: ['workspace'] });
  return folder;
}

/** Writes the manifest of an extension that is told when to start, and what times it. */
export async function putTogether(folder: string, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  const whole = { ...manifest, publisher, main: './timed.js', activationEvents: [] };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(whole, undefined, 2));
  await writeFile(path.join(folder, 'timed.js'), timed);
}
