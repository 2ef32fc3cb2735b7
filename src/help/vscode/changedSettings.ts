import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { ChangedSetting } from '../common/diagnosticFacts';

/**
 * The settings that are not at their defaults, and which of the places where they can be set decides.
 * @param ids with the section in front, as the manifest has them
 */
export function changedSettings(section: string, ids: readonly string[]): readonly ChangedSetting[] {
  const scope = vscode.workspace.workspaceFolders?.[0]?.uri;
  const configuration = vscode.workspace.getConfiguration(section, scope);
  return ids.flatMap((id): ChangedSetting[] => {
    const name = id.slice(section.length + 1);
    const found = configuration.inspect<unknown>(name);
    // The value, not the places: a workspace that is not trusted has places that do not count.
    if (!found || isDeepStrictEqual(plain(configuration.get(name)), plain(found.defaultValue))) return [];
    return [{ name, where: (found.workspaceFolderValue ?? found.workspaceValue) === undefined ? 'user' : 'workspace' }];
  });
}

/** VS Code hands objects out behind a proxy that refuses writing. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
