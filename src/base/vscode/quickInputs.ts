import * as vscode from 'vscode';
import { PressGuard } from '../pressGuard';
import { pauseFor, systemClock } from '../clock';
import { plainNotification } from '../text';
import { windowCaughtUp } from './contextKeys';

/**
 * A quarter of a second after a key is released in a walkthrough, VS Code moves the focus to one of its steps. The key may
 * be the Enter that ran a command. A quick input that the command has opened by then loses the focus or closes, and an
 * extension can't move the focus back.
 */
const stepFocusDelay = 250;

/** Milliseconds to wait before a quick input is shown above a walkthrough. Allows for a key that is released a little later. */
const walkthroughDelay = stepFocusDelay + 250;

/**
 * Shows a quick input: at once, or above a walkthrough after a delay, so that it keeps the focus.
 * @param whenShown called right after it was shown
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

/** Calls back when the window has drawn what was shown in this turn of the event loop. */
export function onceDrawn(run: () => void): void {
  // VS Code's extension host sends the input to the window at the end of this turn.
  setTimeout(() => void windowCaughtUp().then(run, run));
}

/**
 * Shows a quick input until it's answered or closed, then disposes of it.
 * @param listen called before it's shown, to add listeners. They must tell the guard about each Enter
 * @returns `undefined` if it was closed
 */
export async function untilClosed<T>(
  input: vscode.QuickInput,
  listen: (settle: (answer: T | undefined) => void, guard: PressGuard) => void,
): Promise<T | undefined> {
  const guard = new PressGuard(windowCaughtUp);
  try {
    return await new Promise((resolve) => {
      input.onDidHide(() => resolve(undefined));
      listen(resolve, guard);
      showQuickInput(input, () => onceDrawn(() => guard.drawn()));
    });
  } finally {
    guard.dispose();
    input.dispose();
  }
}

/**
 * Calls `accept` when a row is clicked or accepted with Enter, unless it may be the Enter that opened the list. To be called
 * after the list is filled and before it's shown.
 */
export function onAccept<Row extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<Row>,
  guard: PressGuard,
  accept: () => void,
): void {
  const [initial] = pick.activeItems;
  /** The row that is active until the user moves. If the list was filled again, that is its first one. */
  const first = () =>
    initial && pick.items.includes(initial)
      ? initial
      : pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  // VS Code reports a row of the former list until it has drawn the new one.
  const active = () => pick.activeItems.find((row) => pick.items.includes(row)) ?? first();
  pick.onDidChangeValue(() => guard.noteOtherInput());
  pick.onDidAccept(() => {
    const pressed = active();
    if (pressed !== first()) guard.noteOtherInput();
    guard.press(() => {
      // While the guard waits for more Enters, the user may move to another row.
      if (pressed === active()) accept();
    });
  });
}

type ListOptions = Pick<
  vscode.QuickPickOptions,
  'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'
>;

/**
 * Like VS Code's, but it keeps the focus above a walkthrough, and ignores the Enter that opened it.
 * @param typed returns the row for a typed text, if any text is a valid answer. It's the last row
 * @param active the row that Enter accepts; the first one if absent
 */
export function showQuickPick<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  { title, placeHolder, matchOnDescription = false, matchOnDetail = false, ignoreFocusOut = false }: ListOptions,
  typed?: (text: string) => Row,
  active?: Row,
): Promise<Row | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  Object.assign(pick, { title, placeholder: placeHolder, matchOnDescription, matchOnDetail, ignoreFocusOut });
  pick.items = rows;
  if (active) pick.activeItems = [active];
  const rowOfText = () => (pick.value.trim() === '' ? undefined : typed?.(pick.value.trim()));
  return untilClosed(pick, (settle, guard) => {
    if (typed)
      pick.onDidChangeValue(() => {
        const row = rowOfText();
        pick.items = row ? [...rows, { ...row, alwaysShow: true }] : rows;
      });
    onAccept(pick, guard, () => {
      const [active] = pick.activeItems;
      // A row for typed text may not have the last letters yet, so it's made again.
      const row = active && rows.includes(active) ? active : rowOfText();
      if (row) settle(row);
    });
  });
}

export interface InputBoxOptions extends Omit<vscode.InputBoxOptions, 'validateInput' | 'ignoreFocusOut'> {
  /** Returns why a text isn't a valid answer. Called while the user types, and at Enter. */
  readonly validateInput?: (text: string) => string | undefined;
}

/**
 * Like VS Code's, but it stays open while the user looks something up elsewhere, keeps the focus above a walkthrough, and
 * ignores the Enter that opened it.
 */
export function showInputBox({
  placeHolder,
  value = '',
  validateInput: refusalOf = () => undefined,
  ...others
}: InputBoxOptions): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { ...others, placeholder: placeHolder, value, ignoreFocusOut: true });
  const refusal = () => (input.validationMessage = plainNotification(refusalOf(input.value) ?? '') || undefined);
  return untilClosed(input, (settle, guard) => {
    input.onDidChangeValue(() => {
      guard.noteOtherInput();
      refusal();
    });
    input.onDidAccept(() => {
      guard.press(() => {
        if (refusal() === undefined) settle(input.value);
      });
    });
  });
}

/** True if the active tab has no known input. It may be a walkthrough, VS Code's settings, or an extension's page. */
function mayBeWalkthrough(): boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab !== undefined && activeTab.input === undefined;
}

async function aboveWalkthrough<T>(show: () => T): Promise<Awaited<T>> {
  await pauseFor(walkthroughDelay, systemClock, undefined);
  return await show();
}
