import * as vscode from 'vscode';

export function tabsOf(
  isShown: (uri: vscode.Uri) => boolean,
  tabs: readonly vscode.Tab[] = vscode.window.tabGroups.all.flatMap((group) => group.tabs),
): readonly vscode.Tab[] {
  return tabs.filter(({ input }) => input instanceof vscode.TabInputText && isShown(input.uri));
}

/** The file of the active tab: a text, a notebook, an image, or another file with a custom editor. */
export function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  const hasFile =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasFile ? input.uri : vscode.window.activeTextEditor?.document.uri;
}

export function isSameUri(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
