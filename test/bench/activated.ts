import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { publisher, type TimedExports } from './timedExtension';

/** Activates an extension that nothing has activated yet. */
export async function activated(name: string): Promise<TimedExports> {
  const extension = vscode.extensions.getExtension<TimedExports>(`${publisher}.${name}`);
  assert.ok(extension, `VS Code does not know the extension ${name}`);
  assert.equal(extension.isActive, false, `${name} is active already`);
  return extension.activate();
}
