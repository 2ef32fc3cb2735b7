import * as vscode from 'vscode';

export function tabsOf(
  isShown: (uri: vscode.Uri) => boolean,
  tabs: readonly vscode.Tab[] = vscode.window.tabGroups.all.flatMap((group) => group.tabs),
): readonly vscode.Tab[] {
  return tabs.filter(({ input }) => input instanceof vscode.TabInputText && isShown(input.uri));
}

export function isSameUri(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
