import * as vscode from 'vscode';

/** Sets a setting of the extension for this machine, or elsewhere. */
export async function setSetting(
  name: string,
  value: unknown,
  where = vscode.ConfigurationTarget.Global,
): Promise<void> {
  await vscode.workspace.getConfiguration('agentConversations').update(name, value, where);
}

/** Workspaces can't set it. */
export function setServiceUrl(url: string | undefined): Promise<void> {
  return setSetting('serviceUrl', url);
}
