import * as vscode from 'vscode';
import { notify } from './notify';
import { isUrl } from '../url';

/**
 * Opens an http or https URL in the browser exactly as it is, or says that VS Code would change it.
 * @param address as `URL` spells it
 */
export async function openInBrowser(address: string): Promise<void> {
  const uri = vscode.Uri.parse(address, true);
  // A Uri loses its original escapes.
  const opened = encodeURI(uri.toString(true));
  if (isUrl(opened) && new URL(opened).href === new URL(address).href) {
    await vscode.env.openExternal(uri);
    return;
  }
  // A string stays as it is, unless VS Code forwards the port: then it's turned into a Uri anyway.
  const forwarded = await vscode.env.asExternalUri(uri);
  if (forwarded.toString() === uri.toString()) {
    await vscode.commands.executeCommand('vscode.open', address);
    return;
  }
  void notify(
    vscode.window.showErrorMessage,
    vscode.l10n.t("{0} can't be opened: VS Code forwards its port and would change the URL.", address),
  );
}
