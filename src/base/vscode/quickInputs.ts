import * as vscode from 'vscode';
import { PressGuard } from '../pressGuard';
import { pauseFor, systemClock } from '../clock';
import { plainNotification } from '../text';
import { windowCaughtUp } from './windowTurn';

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

/** Calls back when the window has drawn what was shown in this turn. */
export function onceDrawn(run: () => void): void {
  // VS Code sends what is shown at the end of this turn.
  setTimeout(() => void windowCaughtUp().then(run, run));
}

/**
 * Shows a quick input until it is settled or closed, and disposes of it with its listeners.
 * @param listen called before it is shown, with the guard that has to be asked at each Enter
 * @returns `undefined` if it was closed
 */
export async function untilClosed<T>(
  input: vscode.QuickInput,
  listen: (settle: (answer: T | undefined) => void, guard: PressGuard) => void,
): Promise<T | undefined> {
  const guard = new PressGuard();
  try {
    return await new Promise((resolve) => {
      input.onDidHide(() => resolve(undefined));
      listen(resolve, guard);
      showQuickInput(input, () => onceDrawn(() => guard.drawn()));
    });
  } finally {
    input.dispose();
  }
}

/**
 * Calls `accept` with each Enter in a list, or click on a row of it, that can't be the Enter that opened the list. To be
 * called once the list is filled, before it is shown.
 */
export function onAccept<Row extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<Row>,
  guard: PressGuard,
  accept: () => void,
): void {
  const [first = pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)] = pick.activeItems;
  pick.onDidChangeValue(() => guard.release());
  pick.onDidAccept(() => {
    const [active = first] = pick.activeItems;
    if (active !== first) guard.release();
    if (guard.accepts()) accept();
  });
}

type ListOptions = Pick<
  vscode.QuickPickOptions,
  'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'
>;

/**
 * VS Code's own, but it keeps the focus above a walkthrough, and ignores the Enter that opened it.
 * @param typed a row for the typed text, if any text is a valid answer: the last one, below those that match it
 */
export function showQuickPick<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  { title, placeHolder, matchOnDescription = false, matchOnDetail = false, ignoreFocusOut = false }: ListOptions,
  typed?: (text: string) => Row,
): Promise<Row | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  Object.assign(pick, { title, placeholder: placeHolder, matchOnDescription, matchOnDetail, ignoreFocusOut });
  pick.items = rows;
  const rowOfText = () => (pick.value.trim() === '' ? undefined : typed?.(pick.value.trim()));
  return untilClosed(pick, (settle, guard) => {
    if (typed)
      pick.onDidChangeValue(() => {
        const row = rowOfText();
        pick.items = row ? [...rows, { ...row, alwaysShow: true }] : rows;
      });
    onAccept(pick, guard, () => {
      const [active] = pick.activeItems;
      // The row of a text may still be for fewer letters than were typed.
      const row = active && rows.includes(active) ? active : rowOfText();
      if (row) settle(row);
    });
  });
}

export interface BoxOptions extends Omit<vscode.InputBoxOptions, 'validateInput'> {
  /** Says why a text isn't a valid answer: while it is typed, or at Enter. */
  readonly validateInput?: (text: string) => string | undefined;
}

/** VS Code's own, but it keeps the focus above a walkthrough, and ignores the Enter that opened it. */
export function showInputBox({
  placeHolder,
  value = '',
  validateInput: refusalOf = () => undefined,
  ...others
}: BoxOptions): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { ...others, placeholder: placeHolder, value });
  const refusal = () => (input.validationMessage = plainNotification(refusalOf(input.value) ?? '') || undefined);
  return untilClosed(input, (settle, guard) => {
    input.onDidChangeValue(() => {
      guard.release();
      refusal();
    });
    input.onDidAccept(() => {
      if (guard.accepts() && refusal() === undefined) settle(input.value);
    });
  });
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
