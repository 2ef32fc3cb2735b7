import * as vscode from 'vscode';
import { type Template, fillTemplate, withTemplateText, type TemplateValues } from '../../../draft/templates';
import { plainLabel } from '../../../base/text';
import { notify } from '../../../base/vscode/notify';
import { showQuickPick } from '../../../base/vscode/quickInputs';
import { beginning } from '../../../draft/vscode/draftLabels';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from './sheetState';
import type { Workspace } from '../../../repository/workspace';
import { locate } from '../../../repository/vscode/locate';

interface TemplateItem extends vscode.QuickPickItem {
  readonly choose: () => Promise<Edited>;
}

/** Prompts for a template and adds it, filled in, to the message. */
export async function useTemplate(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const root = state.surroundings?.target.root;
  const templates = await (await ports.templates()).list(root);
  const fill = async (template: string): Promise<Edited> => {
    const { repository, selected_branch: branch } = sheetRequest(state);
    const values = { ...(await editorValues(root, ports.workspace)), repository, branch };
    const { text, unknown } = fillTemplate(template, values);
    if (unknown.length > 0) {
      const variables = unknown.map((variable) => `\${${variable}}`).join(', ');
      void notify(vscode.window.showWarningMessage, vscode.l10n.t('No value for {0}. Left in the message.', variables));
    }
    return { edit: (draft) => withTemplateText(draft, text) };
  };
  const items = [...templates.map((one) => templateItem(one, fill)), settingItem()];
  const picked = await showQuickPick(items, {
    title: vscode.l10n.t('Use Template'),
    placeHolder:
      templates.length > 0
        ? vscode.l10n.t("The template's text is added to the message")
        : vscode.l10n.t('No templates yet'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return (await picked?.choose()) ?? {};
}

function templateItem(
  { name, description, text, file }: Template,
  fill: (template: string) => Promise<Edited>,
): TemplateItem {
  return {
    label: `$(symbol-snippet) ${plainLabel(name)}`,
    description: plainLabel(beginning(description ?? text)),
    detail: plainLabel(file ?? vscode.l10n.t('From settings')),
    choose: () => fill(text),
  };
}

function settingItem(): TemplateItem {
  return {
    label: vscode.l10n.t('$(gear) Edit Templates in Settings...'),
    detail: vscode.l10n.t("Team templates are the repository's prompt files: .github/prompts/*.prompt.md"),
    choose: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'agentConversations.templates');
      return { leaves: true };
    },
  };
}

/**
 * Values of the active editor for a template: its file, relative to the repository, and its selected text. A file of
 * another repository isn't included: the agent has this one.
 * @param root of the repository that the conversation is about; `undefined` when it is about none
 */
export async function editorValues(
  root: string | undefined,
  workspace: Pick<Workspace, 'repositoryOf'>,
): Promise<Pick<TemplateValues, 'file' | 'selection'>> {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!document) return { file: undefined, selection: undefined };
  const { path, repository } = await locate(document.uri, workspace);
  // The agent couldn't open a document that was never saved, or that is only virtual.
  const isFile = repository !== undefined || vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  return { file: isFile && repository?.root === root ? path : undefined, selection: document.getText(selection) };
}
