import * as vscode from 'vscode';
import { DisposableStore } from '../../../base/lifecycle';
import { plainNotification } from '../../../base/text';
import { settingsFailureOf, type SettingsFailure } from '../../settingsState';
import { explainService } from '../errors/explainService';

/** Outcome of trying what was typed. */
export type Verdict =
  | 'accepted'
  /** `untried`: it couldn't be tried; pressing Enter again accepts it as it is. */
  | { readonly kind: 'refused' | 'untried'; readonly message: string }
  /** The box now contains another text; Enter tries that. */
  | { readonly kind: 'corrected'; readonly text: string; readonly message: string };

/** What follows from how the service answered a trial. */
interface Judgement {
  /** Outcomes of reading the settings that prove what was typed. */
  readonly accepted: readonly SettingsFailure[];
  readonly refused?: readonly SettingsFailure[];
  /** Says with the sentence of any other outcome how to go on. */
  readonly untried: (sentence: string) => string;
}

export async function judge(
  trial: () => Promise<void>,
  { accepted, refused = [], untried }: Judgement,
): Promise<Verdict> {
  try {
    await trial();
    return 'accepted';
  } catch (error) {
    const failure = settingsFailureOf(error);
    if (accepted.includes(failure)) return 'accepted';
    const sentence = plainNotification(explainService(error).sentence);
    if (refused.includes(failure)) return { kind: 'refused', message: sentence };
    return { kind: 'untried', message: untried(sentence) };
  }
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export interface QuestionButton {
  readonly icon: string;
  readonly tooltip: string;
  /** Choosing it closes the question. */
  readonly closes: boolean;
  readonly run: () => void;
}

export interface TriedQuestion<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value?: string;
  readonly password?: true;
  /** Errors in the text are shown while it is typed. */
  readonly checkWhileTyping?: true;
  /** Enter was already pressed on the initial text. */
  readonly accepted?: boolean;
  /** Shown next to the title. */
  readonly buttons?: readonly QuestionButton[];
  readonly parse: (text: string) => Parsed<T>;
  readonly try: (value: T, signal: AbortSignal) => Promise<Verdict>;
}

const doublePressMilliseconds = 700;

/**
 * Asks for a text and tries it. The question stays open meanwhile, so that typos can be fixed in place; closing it ends
 * the trial.
 * @returns `undefined` if it was closed
 */
export async function askAndTry<T>(question: TriedQuestion<T>): Promise<T | undefined> {
  const store = new DisposableStore();
  const input = store.add(vscode.window.createInputBox());
  const abort = new AbortController();
  const { parse, buttons = [] } = question;
  let untried: string | undefined;
  let asked = 0;
  input.title = plainNotification(question.title);
  input.prompt = plainNotification(question.prompt);
  input.placeholder = plainNotification(question.placeholder);
  input.value = question.value ?? '';
  input.password = question.password ?? false;
  input.ignoreFocusOut = true;
  const shown = buttons.map((button) => ({ ...button, iconPath: new vscode.ThemeIcon(button.icon) }));
  input.buttons = shown;

  const refuse = () => {
    const parsed = parse(input.value);
    input.validationMessage = parsed.ok ? undefined : plainNotification(parsed.message);
  };
  /** Returns the answer if the text is a valid one. */
  const accept = async (): Promise<T | undefined> => {
    const { value: text } = input;
    const parsed = parse(text);
    if (!parsed.ok) {
      input.validationMessage = plainNotification(parsed.message);
      return undefined;
    }
    // The second press of a double one doesn't count as an answer.
    if (text === untried) return Date.now() - asked > doublePressMilliseconds ? parsed.value : undefined;
    input.busy = true;
    input.enabled = false;
    const verdict = await question.try(parsed.value, abort.signal);
    input.busy = false;
    input.enabled = true;
    if (verdict === 'accepted') return parsed.value;
    const { Error: error, Warning: warning } = vscode.InputBoxValidationSeverity;
    if (verdict.kind === 'untried') [untried, asked] = [text, Date.now()];
    if (verdict.kind === 'corrected') input.value = verdict.text;
    input.validationMessage = {
      message: plainNotification(verdict.message),
      severity: verdict.kind === 'refused' ? error : warning,
    };
    return undefined;
  };

  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const acceptOnce = () => {
        if (input.busy) return;
        accept().then((value) => {
          if (value !== undefined) resolve(value);
        }, reject);
      };
      store.add(input.onDidHide(() => resolve(undefined)));
      store.add(
        input.onDidChangeValue(() => {
          if (question.checkWhileTyping) refuse();
          else input.validationMessage = undefined;
        }),
      );
      store.add(input.onDidAccept(acceptOnce));
      store.add(
        input.onDidTriggerButton((pressed) => {
          const button = shown.find((one) => one === pressed);
          if (button?.closes) resolve(undefined);
          button?.run();
        }),
      );
      input.show();
      if (question.accepted) acceptOnce();
    });
  } finally {
    abort.abort();
    store.dispose();
  }
}
