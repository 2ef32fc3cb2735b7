import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { publisher, type TimedExports } from './timedExtension';

/** Activates an extension that nothing has activated yet; `total` is the time until VS Code says that it is active. */
export async function activated(name: string): Promise<TimedExports & { readonly total: number }> {
  const extension = vscode.extensions.getExtension<TimedExports>(`${publisher}.${name}`);
  assert.ok(extension, `VS Code does not know the extension ${name}`);
  assert.equal(extension.isActive, false, `${name} is active already`);
  const before = performance.now();
  const exports = await extension.activate();
  return { ...exports, total: performance.now() - before };
}
