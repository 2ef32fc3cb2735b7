import * as vscode from 'vscode';

/** The folder that is open in this window. */
export function workspaceFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders![0]!.uri;
}

/** A file or folder in it, there or not. */
export function workspaceFile(name: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), name);
}
