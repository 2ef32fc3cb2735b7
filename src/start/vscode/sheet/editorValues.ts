import * as vscode from 'vscode';
import type { Workspace } from '../../../repository/common/workspace';
import type { TemplateValues } from '../../../draft/common/templates';
import { locate } from '../../../repository/vscode/locate';

/**
 * What the active editor says to a template: its file, relative to the repository, and the text that is selected in it.
 * A file of another repository is not named: the agent has this one.
 * @param root of the repository that the conversation is about; `undefined` when it is about none
 */
export async function editorValues(
  root: string | undefined,
  workspace: Pick<Workspace, 'repositoryOf'>,
): Promise<Pick<TemplateValues, 'file' | 'selection'>> {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!document) return { file: undefined, selection: undefined };
  const { path, repository } = await locate(document.uri, workspace);
  // A document that was never saved, or only shows something, is nothing that the agent could open.
  const isFile = repository !== undefined || vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  return { file: isFile && repository?.root === root ? path : undefined, selection: document.getText(selection) };
}
