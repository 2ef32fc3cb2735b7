import * as vscode from 'vscode';
import {
  fillTemplate,
  inputsOf,
  withTemplateText,
  type Template,
  type TemplateInput,
  type TemplateValues,
} from '../../../draft/templates';
import { ellipsize, plainLabel, plainNotification } from '../../../base/text';
import { inform } from '../../../base/vscode/notify';
import { showInputBox, showQuickPick } from '../../../base/vscode/quickInputs';
import { beginning } from '../../../draft/vscode/draftLabels';
import { sheetRequest, type SheetChange, type SheetPorts, type SheetState } from './sheetState';
import type { Workspace } from '../../../repository/workspace';
import { locate } from '../../../repository/vscode/locate';

interface TemplateItem extends vscode.QuickPickItem {
  readonly choose: () => Promise<SheetChange>;
}

/** Prompts for a template and adds it, filled in, to the message. */
export async function useTemplate(state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  const root = state.targetContext?.target.root;
  const templates = await (await ports.templates()).list(root);
  const fill = async (template: Template): Promise<SheetChange> => {
    // Read before a question takes the focus, because then there's no active editor.
    const ofEditor = await editorValues(root, ports.workspace);
    const answers = await askForInputs(template);
    // Another branch may have been checked out in the meantime.
    return answers ? { next: (now) => Promise.resolve(filledIn(template, ofEditor, answers, now)) } : {};
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

function filledIn(
  template: Template,
  ofEditor: TemplateValues,
  answers: ReadonlyMap<string, string>,
  state: SheetState,
): SheetChange {
  const { repository, selected_branch: branch } = sheetRequest(state);
  const { text, left } = fillTemplate(template.text, { ...ofEditor, repository, branch }, answers);
  if (left.length > 0) warnAboutUnfilled(left);
  return { edit: (draft) => withTemplateText(draft, text) };
}

/** @returns the answers by the inputs' names; `undefined` if a question was closed */
async function askForInputs(template: Template): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  const inputs = inputsOf(template.text);
  for (const [index, input] of inputs.entries()) {
    const answer = await askForInput(template, input, inputs.length === 1 ? '' : ` (${index + 1}/${inputs.length})`);
    if (answer === undefined) return undefined;
    answers.set(input.name, answer.trim());
  }
  return answers;
}

function askForInput({ name: title }: Template, { name, hint }: TemplateInput, step: string) {
  return showInputBox({
    title: plainNotification(ellipsize(title, longestShown)) + step,
    prompt: plainNotification(ellipsize(name, longestShown)),
    placeHolder: plainLabel(ellipsize(hint, 2 * longestShown)),
  });
}

const longestShown = 60;
const mostShown = 5;

/** Tells the user which variables have no value, so that they were left in the text. */
function warnAboutUnfilled(left: readonly string[]): void {
  const shown = left.slice(0, mostShown).map((written) => ellipsize(written, longestShown));
  const more = left.length - shown.length;
  const variables = shown.join(', ');
  const words =
    more === 0
      ? vscode.l10n.t('No value for {0}. Left in the message.', variables)
      : vscode.l10n.t('No value for {0} and {1} more. Left in the message.', variables, more);
  inform(vscode.window.showWarningMessage, words);
}

function templateItem(template: Template, fill: (template: Template) => Promise<SheetChange>): TemplateItem {
  const { name, description, text, file } = template;
  return {
    iconPath: new vscode.ThemeIcon('symbol-snippet'),
    label: plainLabel(name),
    description: plainLabel(beginning(description ?? text)),
    detail: plainLabel(file ?? vscode.l10n.t('From settings')),
    choose: () => fill(template),
  };
}

function settingItem(): TemplateItem {
  return {
    iconPath: new vscode.ThemeIcon('gear'),
    label: vscode.l10n.t('Edit Templates in Settings...'),
    detail: vscode.l10n.t("Team templates are the repository's prompt files: .github/prompts/*.prompt.md"),
    choose: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'agentConversations.templates');
      return { leaves: true };
    },
  };
}

/**
 * The values that a template gets from the active editor: the file's path in the repository, and the selected text. A file
 * in another repository has no value, because the agent doesn't have that one.
 * @param root the working tree of the conversation's repository; `undefined` if it has none
 */
export async function editorValues(
  root: string | undefined,
  workspace: Pick<Workspace, 'repositoryOf'>,
): Promise<Pick<TemplateValues, 'file' | 'selection'>> {
  const { document, selection: range } = vscode.window.activeTextEditor ?? {};
  if (!document) return { file: undefined, selection: undefined };
  // Read before Git is asked, since the user may type while it answers.
  const selection = document.getText(range);
  const { path, repository } = await locate(document.uri, workspace);
  // The agent couldn't open a document that was never saved, or that is only virtual.
  const isFile = repository !== undefined || vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  return { file: isFile && repository?.root === root ? path : undefined, selection };
}
