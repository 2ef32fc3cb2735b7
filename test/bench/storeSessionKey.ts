import type * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import { Machine } from '../../src/service/machine';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';

/** Stores a key as the extension of this context does when somebody enters it. */
export async function storeSessionKey(context: vscode.ExtensionContext, origin: string, key: string): Promise<void> {
  const keys = new SessionKeys(context.secrets, new Redactor(), new Machine(context.globalStorageUri.fsPath));
  await keys.set(origin, key);
  keys.dispose();
}
