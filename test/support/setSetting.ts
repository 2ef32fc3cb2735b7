import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';

/** Sets a setting of the extension for this machine, or elsewhere. */
export function setSetting(name: string, value: unknown, where = vscode.ConfigurationTarget.Global): Promise<void> {
  return setSettingOf('agentConversations', name, value, where);
}

/** Workspaces can't set it. */
export function setServiceUrl(url: string | undefined): Promise<void> {
  return setSetting('serviceUrl', url);
}

/** Sets a setting, unless it has this value there: VS Code would write it again, which takes a tenth of a second. */
export async function setSettingOf(
  section: string,
  name: string,
  value: unknown,
  where = vscode.ConfigurationTarget.Global,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
  const before = where === vscode.ConfigurationTarget.Global ? globalValue : workspaceValue;
  if (!isDeepStrictEqual(before, value)) await configuration.update(name, value, where);
}
