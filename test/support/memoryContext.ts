import path from 'node:path';
import * as vscode from 'vscode';
import type { WireOptions } from '../../src/wire';
import { MemorySecrets } from './memorySecrets';
import { MemoryState } from './memoryState';

/** Context of an extension that saves its files in this folder; secrets and states are in memory. */
export function memoryContext(
  folder: string,
  secrets: vscode.SecretStorage = new MemorySecrets(),
): WireOptions['context'] & { readonly globalState: MemoryState; readonly workspaceState: MemoryState } {
  return {
    secrets,
    globalState: new MemoryState(),
    workspaceState: new MemoryState(),
    globalStorageUri: vscode.Uri.file(path.join(folder, 'User', 'globalStorage', 'bench')),
    extension: { packageJSON: {}, extensionKind: vscode.ExtensionKind.Workspace },
  };
}
