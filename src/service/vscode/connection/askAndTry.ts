import * as vscode from 'vscode';
import type { PressGuard } from '../../../base/pressGuard';
import { plainNotification } from '../../../base/text';
import { untilClosed } from '../../../base/vscode/quickInputs';
import { settingsFailureOf, type SettingsFailure } from '../../settingsState';
import { explainService } from '../errors/explainService';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

interface QuestionButton {
  readonly icon: string;
  readonly tooltip: string;
  /** True if choosing it closes the question. */
  readonly closes: boolean;
  readonly run: () => void;
}

interface TriedQuestion<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value?: string;
  readonly password?: true;
  /** True if the initial text is tried at once, because the user has already pressed Enter on it elsewhere. */
  readonly isEntered?: boolean;
  /** Next to the title. */
  readonly buttons?: readonly QuestionButton[];
  readonly parse: (text: string) => Parsed<T>;
  /** Tries the value, by reading the settings if possible. */
  readonly try: (value: T, signal: AbortSignal) => Promise<void>;
  /** Failures of the trial which show that the value is right. */
  readonly proofs: readonly SettingsFailure[];
  /** Failures of the trial which show that the value is wrong. */
  readonly refutations: readonly SettingsFailure[];
  /** Says where the right value is, below the reason why this one is wrong: VS Code shows no prompt then. */
  readonly advice?: string;
  /** The message for any other failure: says that pressing Enter again accepts the value without a trial. */
  readonly untried: (sentence: string) => string;
}

/**
 * Asks for a text and tries it. The question stays open during the trial, so that typos can be fixed. Closing it cancels the
 * trial.
 * @returns `undefined` if it was closed
 */
export async function askAndTry<T>(question: TriedQuestion<T>): Promise<T | undefined> {
  const { parse, buttons = [], proofs, refutations } = question;
  const { Error: error, Warning: warning } = vscode.InputBoxValidationSeverity;
  const input = inputBox(question);
  const shown = buttons.map((button) => ({ ...button, iconPath: new vscode.ThemeIcon(button.icon) }));
  input.buttons = shown;
  const abort = new AbortController();
  let untried: string | undefined;

  const say = (message: string, severity: vscode.InputBoxValidationSeverity) => {
    input.validationMessage = { message: plainNotification(message), severity };
  };
  /** Returns a valid answer. Otherwise says what is wrong with the text. */
  const accept = async (guard: PressGuard): Promise<T | undefined> => {
    const { value: text } = input;
    const parsed = parse(text);
    if (!parsed.ok) {
      say(parsed.message, error);
      return undefined;
    }
    if (text === untried) return parsed.value;
    input.busy = true;
    input.enabled = false;
    const [failure] = await Promise.allSettled([question.try(parsed.value, abort.signal)]);
    input.busy = false;
    input.enabled = true;
    if (failure.status === 'fulfilled') return parsed.value;
    const meaning = settingsFailureOf(failure.reason);
    if (proofs.includes(meaning)) return parsed.value;
    const { sentence } = explainService(failure.reason);
    if (refutations.includes(meaning)) {
      say([sentence, question.advice].filter(Boolean).join(' '), error);
    } else {
      untried = text;
      say(question.untried(sentence), warning);
      guard.restart();
    }
    return undefined;
  };

  const answer = await untilClosed<T>(input, (settle, guard) => {
    const acceptOnce = async () => {
      const value = await accept(guard);
      if (value !== undefined) settle(value);
    };
    input.onDidChangeValue((text) => {
      guard.release();
      const parsed = parse(text);
      if (parsed.ok) input.validationMessage = undefined;
      else say(parsed.message, error);
    });
    input.onDidAccept(() => {
      guard.press(() => {
        if (!input.busy) acceptOnce().catch(() => settle(undefined));
      });
    });
    input.onDidTriggerButton((pressed) => {
      const button = shown.find((one) => one === pressed);
      if (button?.closes) settle(undefined);
      button?.run();
    });
    if (question.isEntered) acceptOnce().catch(() => settle(undefined));
  });
  abort.abort();
  return answer;
}

function inputBox(question: Omit<TriedQuestion<never>, 'parse' | 'try'>): vscode.InputBox {
  const input = vscode.window.createInputBox();
  input.title = plainNotification(question.title);
  input.prompt = plainNotification(question.prompt);
  input.placeholder = plainNotification(question.placeholder);
  input.value = question.value ?? '';
  input.password = question.password ?? false;
  input.ignoreFocusOut = true;
  return input;
}
