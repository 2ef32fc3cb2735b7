import * as vscode from 'vscode';
import { pauseFor, systemClock } from '../clock';

/**
 * When a key is released on a walkthrough, VS Code gives the focus to one of its steps a quarter of a second later.
 * That key may be the Enter that ran a command from the palette or from one of the walkthrough's buttons: what the
 * command has opened by then loses the keyboard, or closes, and extensions can't bring the focus back.
 */
const stepTakesFocusAfter = 250;

/** Long enough for a key that is held for another quarter of a second, in milliseconds. */
const opensAfter = stepTakesFocusAfter + 250;

/**
 * Shows a quick input at once, or above a walkthrough when it can keep the focus.
 * @param whenShown called right after that
 */
export function showQuickInput(input: vscode.QuickInput, whenShown = () => {}): void {
  const show = () => {
    input.show();
    whenShown();
  };
  if (!mayBeWalkthrough()) {
    show();
    return;
  }
  input.ignoreFocusOut = true;
  aboveWalkthrough(show).catch(() => input.hide());
}

/** As VS Code's own, which loses the focus to a walkthrough. */
export function showQuickPick(items: readonly string[], options: vscode.QuickPickOptions): Thenable<string | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Thenable<T | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Thenable<T | undefined> {
  if (!mayBeWalkthrough()) return vscode.window.showQuickPick(items, options);
  return aboveWalkthrough(() => vscode.window.showQuickPick(items, { ...options, ignoreFocusOut: true }));
}

/** As VS Code's own, which loses the focus to a walkthrough. */
export function showInputBox(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  if (!mayBeWalkthrough()) return vscode.window.showInputBox(options);
  return aboveWalkthrough(() => vscode.window.showInputBox({ ...options, ignoreFocusOut: true }));
}

/** VS Code doesn't tell extensions what is in the tab of a walkthrough, nor in those of its settings and extensions. */
function mayBeWalkthrough(): boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab !== undefined && activeTab.input === undefined;
}

async function aboveWalkthrough<T>(show: () => T): Promise<Awaited<T>> {
  await pauseFor(opensAfter, systemClock);
  return await show();
}
