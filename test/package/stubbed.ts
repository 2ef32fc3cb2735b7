import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../host/childProcess';

/**
 * Runs a program in a folder as a process of its own, with the context of an extension, and a `vscode` module that has
 * every name and does nothing but note its calls.
 * @returns what the program printed, as JSON
 */
export async function printedBy(program: string, extension: string, folder: string): Promise<unknown> {
  const stub = `
    const Module = require('node:module');
    const calls = [];
    const known = { [Symbol.iterator]: () => [].values(), [Symbol.toPrimitive]: () => '' };
    const named = (name) => new Proxy(class {}, {
      get: (target, key) => (key === 'prototype' ? target.prototype : known[key] ?? named(name + '.' + String(key))),
      set: () => true,
      apply: (target, self, given) => {
        calls.push([name, ...given.filter((one) => typeof one === 'string').slice(0, 1)].join(' '));
        return named(name.replace(/(.*)\\.(\\w+)$/, '$2()'));
      },
      construct: () => named('made'),
    });
    const load = Module._load;
    Module._load = (name, ...more) => (name === 'vscode' ? named('vscode') : load(name, ...more));
    const { secrets, globalState, workspaceState } = named('context');
    const globalStorageUri = { fsPath: ${JSON.stringify(folder)} };
    const extension = { packageJSON: require(${JSON.stringify(path.join(extension, 'package.json'))}) };
    const context = { subscriptions: [], secrets, globalState, workspaceState, globalStorageUri, extension };
    const main = ${JSON.stringify(path.join(extension, 'dist', 'extension.js'))};`;
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, `${stub}\n${program}`);
  const options = { env: cleanEnvironment(), timeout: 10_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  return JSON.parse(stdout);
}
