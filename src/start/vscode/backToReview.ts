import * as vscode from 'vscode';
import { startConversation } from './startFlow';
import type { StartPorts } from './startPorts';

/** The command `backToReview`: closes the preview of a request, and its sheet comes back. */
export async function backToReview(ports: StartPorts): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const isOfSheet =
    activeTab?.input instanceof vscode.TabInputText && (await ports.previews()).has(activeTab.input.uri);
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  // One that was left from before a reload has no sheet: the draft that it showed is the ordinary one's, most likely.
  if (!isOfSheet) await startConversation(undefined, ports);
}
