import * as vscode from 'vscode';
import { plainNotification } from '../text';
import type { Remedy } from './explanation';

/** `showInformationMessage`, `showWarningMessage` or `showErrorMessage`. */
export type ShowMessage = (sentence: string, ...buttons: string[]) => Thenable<string | undefined>;

/**
 * Shows a notification with a button for each remedy. The sentence may contain text from outside.
 * @returns a promise that resolves when it was closed, or the selected remedy is done
 */
export function notify(show: ShowMessage, sentence: string, ...remedies: readonly Remedy[]): Thenable<void> {
  const labels = remedies.map(({ label }) => label);
  return show(plainNotification(sentence), ...labels).then(async (clicked) => {
    await remedies.find(({ label }) => label === clicked)?.run();
  });
}

/** Shows a notification that nothing waits for. A remedy has to show its own failure. */
export function inform(show: ShowMessage, sentence: string, ...remedies: readonly Remedy[]): void {
  // VS Code rejects what a closing window has left open.
  notify(show, sentence, ...remedies).then(undefined, () => undefined);
}

export interface Answers {
  /** The answer that changes nothing. Enter selects it, because the Enter that led to the question may still be held down. */
  readonly no: string;
  readonly yes: string;
}

/** Asks in a modal dialog. The texts may contain text from outside; the line breaks of the detail are kept. */
export async function confirm(
  question: string,
  detail: string,
  { no, yes }: Answers,
  show: typeof vscode.window.showWarningMessage = vscode.window.showWarningMessage,
): Promise<boolean> {
  const plainDetail = detail.split('\n').map(plainNotification).join('\n');
  return (await show(plainNotification(question), { modal: true, detail: plainDetail }, no, yes)) === yes;
}
