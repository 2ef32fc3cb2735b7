import * as vscode from 'vscode';
import type { PressGuard } from '../../../base/pressGuard';
import { plainNotification } from '../../../base/text';
import { untilClosed } from '../../../base/vscode/quickInputs';
import { settingsFailureOf, type SettingsFailure } from '../../settingsState';
import { explainService } from '../errors/explainService';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export interface QuestionButton {
  readonly icon: string;
  readonly tooltip: string;
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
  readonly buttons?: readonly QuestionButton[];
  readonly parse: (text: string) => Parsed<T>;
  /** Tries the value, by reading the settings if possible. */
  readonly try: (value: T, signal: AbortSignal) => Promise<void>;
  /** Failures of a trial that show that the value is right, such as a service's answer that no settings are saved. */
  readonly failuresIfRight: readonly SettingsFailure[];
  readonly failuresIfWrong: readonly SettingsFailure[];
  /** The place to find the right value. It follows the reason why this one is wrong, because VS Code hides the prompt then. */
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
  return new TriedInput(question).ask();
}

class TriedInput<T> {
  readonly #question: TriedQuestion<T>;
  readonly #input: vscode.InputBox;
  readonly #closed = new AbortController();
  /** The text whose trial didn't show whether it's right: entering it again accepts it. */
  #inconclusive: string | undefined;

  constructor(question: TriedQuestion<T>) {
    this.#question = question;
    this.#input = inputBox(question);
  }

  async ask(): Promise<T | undefined> {
    const input = this.#input;
    const answer = await untilClosed<T>(input, (settle, guard) => {
      const enter = async () => {
        const value = await this.#enter(guard);
        if (value !== undefined) settle(value);
      };
      input.onDidChangeValue(() => {
        guard.noteOtherInput();
        if (this.#parse().ok) input.validationMessage = undefined;
      });
      input.onDidAccept(() => {
        guard.press(() => {
          if (!input.busy) enter().catch(() => settle(undefined));
        });
      });
      this.#showButtons(() => settle(undefined));
      if (this.#question.isEntered) enter().catch(() => settle(undefined));
    });
    this.#closed.abort();
    return answer;
  }

  #showButtons(close: () => void): void {
    const { buttons = [] } = this.#question;
    const shown = buttons.map((button) => ({ ...button, iconPath: new vscode.ThemeIcon(button.icon) }));
    this.#input.buttons = shown;
    this.#input.onDidTriggerButton((pressed) => {
      const button = shown.find((one) => one === pressed);
      if (button?.closes) close();
      button?.run();
    });
  }

  /** Returns a valid answer. Otherwise says what is wrong with the text. */
  async #enter(guard: PressGuard): Promise<T | undefined> {
    const { value: text } = this.#input;
    const parsed = this.#parse();
    if (!parsed.ok) return undefined;
    if (text === this.#inconclusive) return parsed.value;
    const trial = await this.#try(parsed.value);
    if (trial.status === 'fulfilled') return parsed.value;
    const meaning = settingsFailureOf(trial.reason);
    const { failuresIfRight, failuresIfWrong, advice, untried } = this.#question;
    if (failuresIfRight.includes(meaning)) return parsed.value;
    const { sentence } = explainService(trial.reason);
    if (failuresIfWrong.includes(meaning)) {
      this.#showError([sentence, advice].filter(Boolean).join(' '));
      return undefined;
    }
    this.#inconclusive = text;
    this.#say(untried(sentence), vscode.InputBoxValidationSeverity.Warning);
    guard.restart();
    return undefined;
  }

  #parse(): Parsed<T> {
    const parsed = this.#question.parse(this.#input.value);
    if (!parsed.ok) this.#showError(parsed.message);
    return parsed;
  }

  async #try(value: T): Promise<PromiseSettledResult<void>> {
    this.#input.busy = true;
    this.#input.enabled = false;
    const [trial] = await Promise.allSettled([this.#question.try(value, this.#closed.signal)]);
    this.#input.busy = false;
    this.#input.enabled = true;
    return trial;
  }

  #showError(message: string): void {
    this.#say(message, vscode.InputBoxValidationSeverity.Error);
  }

  #say(message: string, severity: vscode.InputBoxValidationSeverity): void {
    this.#input.validationMessage = { message: plainNotification(message), severity };
  }
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
