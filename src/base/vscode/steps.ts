import * as vscode from 'vscode';
import { containing, typedFirst } from './typedFirst';
import { untilClosed } from './untilClosed';
import { plainNotification } from '../text';

/** Position of a question in a series of questions. */
interface Place {
  readonly title: string;
  /** Starts at 1. */
  readonly step: number;
  readonly totalSteps: number;
}

/** Outcome of a question: the values with its answer, and the direction to continue in. */
interface Move<Values> {
  readonly values: Values;
  readonly back: boolean;
}

/** One question about values that several questions collect; `undefined` if it was closed. */
export type Step<Values> = (values: Values, place: Place) => Promise<Move<Values> | undefined>;

/**
 * Asks one question after the other, each with a button back to the previous one. Going back doesn't lose answers.
 * @returns `undefined` if a question was closed: then nothing has changed
 */
export async function askInSteps<Values>(
  title: string,
  initial: Values,
  steps: readonly Step<Values>[],
): Promise<Values | undefined> {
  let values = initial;
  let index = 0;
  for (let step = steps[index]; step; step = steps[index]) {
    const move = await step(values, { title, step: index + 1, totalSteps: steps.length });
    if (!move) return undefined;
    values = move.values;
    index += move.back ? -1 : 1;
  }
  return values;
}

export interface TextQuestion<Values> {
  readonly prompt: string;
  readonly get: (values: Values) => string;
  readonly set: (values: Values, text: string) => Values;
  /** Says why a text, with its surrounding blanks removed, isn't a valid answer. */
  readonly refuse?: (text: string) => string | undefined;
  /** The cursor is placed behind the initial text, which is otherwise selected and replaced by typing. */
  readonly isContinued?: true;
}

/** A question that is answered with one line of text. */
export function textStep<Values>({ prompt, get, set, refuse, isContinued }: TextQuestion<Values>): Step<Values> {
  return (values, place) =>
    shown(vscode.window.createInputBox(), place, (box, settle) => {
      box.prompt = plainNotification(prompt);
      box.value = get(values);
      if (isContinued) box.valueSelection = [box.value.length, box.value.length];
      const check = () => {
        const refusal = refuse?.(box.value.trim());
        return (box.validationMessage = refusal === undefined ? undefined : plainNotification(refusal));
      };
      const move = (back: boolean) => settle({ values: set(values, box.value.trim()), back });
      box.onDidChangeValue(check);
      box.onDidAccept(() => check() ?? move(false));
      // The current answer is checked when the question is shown again.
      box.onDidTriggerButton(() => move(true));
    });
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoiceQuestion<Values, T> {
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  readonly get: (values: Values) => T | undefined;
  readonly set: (values: Values, value: T) => Values;
  /** A row for the typed text, if any text is a valid answer. */
  readonly typed?: (text: string) => Choice<T>;
}

/** A question that is answered by choosing from a list, or by typing if that is possible. */
export function choiceStep<Values, T>(question: ChoiceQuestion<Values, T>): Step<Values> {
  return (values, place) =>
    shown(vscode.window.createQuickPick<Choice<T>>(), place, (pick, settle) => {
      const current = question.get(values);
      pick.placeholder = plainNotification(question.placeholder);
      const { typed } = question;
      const chosen = typed
        ? typedFirst(pick, (text) => rows(question.choices, typed, current, text))
        : () => pick.activeItems[0];
      if (!typed) pick.items = question.choices;
      pick.onDidAccept(() => {
        const choice = chosen();
        if (choice) settle({ values: question.set(values, choice.value), back: false });
      });
      pick.onDidTriggerButton(() => settle({ values, back: true }));
      pick.activeItems = pick.items.filter(({ value }) => value === current);
    });
}

/** The typed text comes first. An answer that was typed before becomes a row again. */
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
  const others = containing(known, text).filter(({ value }) => value !== text);
  return [...(same.length > 0 ? same : [typed(text)]), ...others];
}

/** Shows a quick input as one of a series. */
async function shown<Input extends vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] }, Values>(
  input: Input,
  { title, step, totalSteps }: Place,
  ask: (input: Input, settle: (move: Move<Values>) => void) => void,
): Promise<Move<Values> | undefined> {
  input.title = plainNotification(title);
  if (totalSteps > 1) Object.assign(input, { step, totalSteps });
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  input.ignoreFocusOut = true;
  return untilClosed(input, (settle) => ask(input, settle));
}
