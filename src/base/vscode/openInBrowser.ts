import * as vscode from 'vscode';
import { inform } from './notify';
import { isUrl } from '../url';

/**
 * Opens an http or https URL in the browser. Shows an error instead if VS Code would change the URL.
 * @param address as `URL` spells it
 */
export async function openInBrowser(address: string): Promise<void> {
  const uri = vscode.Uri.parse(address, true);
  // A Uri doesn't keep the original escapes, so this is the URL that VS Code would open.
  const opened = encodeURI(uri.toString(true));
  if (isUrl(opened) && new URL(opened).href === new URL(address).href) {
    await vscode.env.openExternal(uri);
    return;
  }
  // VS Code opens a string unchanged, unless it forwards the port.
  const forwarded = await vscode.env.asExternalUri(uri);
  if (forwarded.toString() === uri.toString()) {
    await vscode.commands.executeCommand('vscode.open', address);
    return;
  }
  inform(
    vscode.window.showErrorMessage,
    vscode.l10n.t("{0} can't be opened: VS Code forwards its port and would change the URL.", address),
  );
}
