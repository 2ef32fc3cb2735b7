import * as vscode from 'vscode';

/** The setting of this machine: workspaces cannot set it. */
export async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
