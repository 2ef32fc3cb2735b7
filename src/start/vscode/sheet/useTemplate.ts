import * as vscode from 'vscode';
import type { Template, TemplateList, UnusableTemplate } from '../../../draft/common/templates';
import { fillTemplate, withTemplateText, type TemplateVariable } from '../../../draft/common/template';
import { plainLabel, plainNotification } from '../../../base/common/text';
import { editorValues } from './editorValues';
import { firstLine } from './fieldValueWords';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from './sheetState';

interface TemplateItem extends vscode.QuickPickItem {
  readonly template?: Template;
  /** What opens instead, since there is nothing to fill in. */
  readonly open?: { readonly command: string; readonly argument: unknown };
}

/** Asks for a template and puts it, filled in, into the message. */
export async function useTemplate(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const templates = await ports.templates();
  const root = state.surroundings?.target.root;
  const picked = await pickTemplate(await templates.list(root));
  if (picked?.open) {
    await vscode.commands.executeCommand(picked.open.command, picked.open.argument);
    return { leaves: true };
  }
  if (!picked?.template) return {};
  const { repository, selected_branch: branch } = sheetRequest(state);
  const values = { ...(await editorValues(root, ports.workspace)), repository, branch };
  const { text, unknown } = fillTemplate(picked.template.text, values);
  if (unknown.length > 0) sayUnknown(unknown);
  return { draft: withTemplateText(state.draft, text) };
}

async function pickTemplate({ templates, unusable }: TemplateList): Promise<TemplateItem | undefined> {
  const items = [...templates.map(templateItem), ...unusable.map(unusableItem), settingItem()];
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Use a Template'),
    placeHolder:
      templates.length > 0
        ? vscode.l10n.t('Its text goes into the message')
        : vscode.l10n.t('There is no template yet: write one in the settings, or as a file in .github/prompts'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
}

function templateItem(template: Template): TemplateItem {
  const { name, description, text, file } = template;
  return {
    label: `$(symbol-snippet) ${plainLabel(name)}`,
    description: plainLabel(firstLine(description ?? text)),
    detail: plainLabel(file ?? vscode.l10n.t('From the settings')),
    template,
  };
}

/** Opens the file, where what is wrong can be seen, or shows where it is: a pipe would keep an editor waiting forever. */
function unusableItem({ file, uri, reason }: UnusableTemplate): TemplateItem {
  const command = reason === 'notAFile' ? 'revealInExplorer' : 'vscode.open';
  return {
    label: `$(warning) ${plainLabel(file)}`,
    description: reasonWords(reason),
    open: { command, argument: vscode.Uri.parse(uri, true) },
  };
}

function reasonWords(reason: UnusableTemplate['reason']): string {
  switch (reason) {
    case 'tooLarge':
      return vscode.l10n.t('Not a template: it is larger than 1 MB');
    case 'unreadable':
      return vscode.l10n.t('Not a template: it cannot be read as text');
    case 'notAFile':
      return vscode.l10n.t("Not a template: it isn't a file");
    case 'outside':
      return vscode.l10n.t('Not a template: it is a link that leads out of the workspace');
    case 'empty':
      return vscode.l10n.t('Not a template: it has no text');
  }
}

function settingItem(): TemplateItem {
  return {
    label: vscode.l10n.t('$(gear) Write Templates in the Settings...'),
    detail: vscode.l10n.t('Templates of a team are files of its repository: .github/prompts/*.prompt.md'),
    open: { command: 'workbench.action.openSettings', argument: 'agentConversations.templates' },
  };
}

function sayUnknown(unknown: readonly TemplateVariable[]): void {
  const variables = unknown.map((variable) => `\${${variable}}`).join(', ');
  void vscode.window.showWarningMessage(
    plainNotification(vscode.l10n.t('Left in the message, since it is not known here: {0}', variables)),
  );
}
