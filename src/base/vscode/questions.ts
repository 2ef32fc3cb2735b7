import * as vscode from 'vscode';
import { onAccept, showInputBox, untilClosed } from './quickInputs';
import { plainNotification } from '../text';

interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** Returns why a text isn't a valid answer. It's called without the text's surrounding blanks. */
  readonly refuse?: (text: string) => string | undefined;
  /** True to place the cursor after the initial text. Otherwise, the text is selected, and typing replaces it. */
  readonly isContinued?: true;
}

/** @returns one line of text without surrounding blanks; `undefined` if the question was closed */
export async function askText(question: TextQuestion): Promise<string | undefined> {
  const { title, prompt, value, refuse, isContinued } = question;
  const answer = await showInputBox({
    title: plainNotification(title),
    prompt: plainNotification(prompt),
    value,
    ...(isContinued && { valueSelection: [value.length, value.length] as const }),
    validateInput: (text) => plainNotification(refuse?.(text.trim()) ?? ''),
  });
  return answer?.trim();
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface ChoiceQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  readonly current: T | undefined;
  readonly typed?: (text: string) => Choice<T>;
}

/** @returns the selected value, or the typed one if `typed` is given; `undefined` if the question was closed */
export function askChoice<T>(question: ChoiceQuestion<T>): Promise<T | undefined> {
  const { title, placeholder, choices, current, typed } = question;
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.title = plainNotification(title);
  pick.placeholder = plainNotification(placeholder);
  pick.ignoreFocusOut = true;
  const chosen = typed ? typedFirst(pick, (text) => rows(choices, typed, current, text)) : () => pick.activeItems[0];
  if (!typed) pick.items = choices;
  pick.activeItems = pick.items.filter(({ value }) => value === current);
  return untilClosed(pick, (settle, guard) => {
    onAccept(pick, guard, () => {
      const choice = chosen();
      if (choice) settle(choice.value);
    });
  });
}

/** The rows for a typed text, which comes first. A current value that was typed before is offered, too. */
function rows<T>(
  choices: readonly Choice<T>[],
  typed: (text: string) => Choice<T>,
  current: T | undefined,
  text: string,
): readonly Choice<T>[] {
  const isNew = typeof current === 'string' && current !== '' && choices.every(({ value }) => value !== current);
  const known = [...(isNew ? [typed(current)] : []), ...choices];
  if (text === '') return known;
  const same = known.filter(({ value }) => value === text);
  const others = rowsContaining(known, text).filter(({ value }) => value !== text);
  return [...(same.length > 0 ? same : [typed(text)]), ...others];
}

/**
 * Fills a list in which any text is a valid answer. Enter accepts the typed text unless the user moved to another row.
 * @param rowsFor returns the rows for the typed text without surrounding blanks. Enter accepts the first one
 * @returns a function that returns the row that Enter accepts, even if the list isn't up to date yet
 */
export function typedFirst<Row extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<Row>,
  rowsFor: (typed: string) => readonly Row[],
): () => Row | undefined {
  const fill = () => (pick.items = rowsFor(pick.value.trim()).map(withTextAsDescription));
  pick.onDidChangeValue(fill);
  fill();
  return () => {
    const [active] = pick.activeItems;
    if (active && pick.items.includes(active)) return active;
    // The active row is from before the last letters were typed.
    return pick.value.trim() === '' ? undefined : pick.items[0];
  };
}

export function rowsContaining<Row extends vscode.QuickPickItem>(rows: readonly Row[], typed: string): readonly Row[] {
  const wanted = typed.toLowerCase();
  return rows.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/**
 * Moves a row's label to its description. VS Code sorts rows whose label matches the typed text to the top, above the row
 * for the typed text itself, and extensions can't turn that off (microsoft/vscode#73904). It doesn't sort by descriptions.
 */
function withTextAsDescription<Row extends vscode.QuickPickItem>(row: Row): Row {
  const { iconPath = new vscode.ThemeIcon('blank'), label, description: more } = row;
  const description = [label, more].filter(Boolean).join(' · ');
  return { ...row, label: '', iconPath, description, alwaysShow: true };
}
