import * as vscode from 'vscode';
import type { DisposableStore } from '../../../base/common/lifecycle';
import { sheetActionCommand, sheetContext } from '../../../names';
import { requestFields } from '../fields/requestFields';
import { copyAsCurl, previewRequest } from './requestPreview';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { useTemplate } from './useTemplate';

/** An action on the sheet as a whole: a button of its title, a key, and an item behind its last row. */
export interface SheetAction {
  /** Id of a VS Code product icon. */
  readonly icon: string;
  readonly words: () => string;
  /** Returns the resulting changes on the sheet. */
  readonly perform: (state: SheetState, ports: SheetPorts) => Promise<Edited>;
}

/** In the order of the buttons. The keybindings of package.json use the names. */
export const sheetActions = {
  writeInEditor: {
    icon: 'edit',
    words: () => vscode.l10n.t('Write in Editor'),
    perform: requestFields.initial_user_msg.edit,
  },
  attachImages: {
    icon: 'file-media',
    words: () => vscode.l10n.t('Attach Images...'),
    perform: requestFields.image_urls.edit,
  },
  useTemplate: { icon: 'symbol-snippet', words: () => vscode.l10n.t('Use Template...'), perform: useTemplate },
  previewRequest: { icon: 'eye', words: () => vscode.l10n.t('Preview Request'), perform: preview },
  copyAsCurl: { icon: 'terminal', words: () => vscode.l10n.t('Copy as cURL'), perform: copy },
} satisfies Readonly<Record<string, SheetAction>>;

export type SheetActionName = keyof typeof sheetActions;

export const sheetActionNames = Object.keys(sheetActions) as readonly SheetActionName[];

/** Adds them to the title of a sheet and to keys, for users without a mouse, for the lifetime of the store. */
export function addSheetActions(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  store: DisposableStore,
  perform: (name: SheetActionName) => void,
): void {
  const buttons = sheetActionNames.map((name) => ({
    name,
    iconPath: new vscode.ThemeIcon(sheetActions[name].icon),
    tooltip: sheetActions[name].words(),
  }));
  const performOne = (wanted: unknown) => {
    const name = sheetActionNames.find((one) => one === wanted);
    if (name) perform(name);
  };
  const tell = (isOpen: boolean) => void vscode.commands.executeCommand('setContext', sheetContext, isOpen);
  pick.buttons = buttons;
  store.add(pick.onDidTriggerButton((button) => performOne(buttons.find((one) => one === button)?.name)));
  store.add(vscode.commands.registerCommand(sheetActionCommand, performOne));
  store.add({ dispose: () => tell(false) });
  tell(true);
}

/** The sheet would cover it: it comes back when the preview is closed. */
async function preview(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const { closed } = await previewRequest(state, ports);
  await closed;
  return {};
}

async function copy(state: SheetState, ports: SheetPorts): Promise<Edited> {
  await copyAsCurl(state, ports);
  return {};
}
