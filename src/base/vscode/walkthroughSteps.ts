import * as vscode from 'vscode';
import { stepContexts, type WalkthroughStep } from '../../names';

/** VS Code's state, shared by all windows. */
export type SharedState = Pick<vscode.Memento, 'get' | 'update'>;

/**
 * Ticks a step of the walkthrough once something was done, in later windows too. By itself, VS Code notices only commands
 * that it runs itself: not the buttons of messages and menus.
 */
export async function completeStep(step: WalkthroughStep, state: SharedState): Promise<void> {
  const context = stepContexts[step];
  if (state.get(context) === true) return;
  await tick(context);
  // On a full disk, for example, it's ticked in this window only: what the user was doing goes on.
  await Promise.resolve(state.update(context, true)).catch(() => undefined);
}

/** Ticks what was done in earlier windows. */
export async function restoreCompletedSteps(state: SharedState): Promise<void> {
  const done = Object.values(stepContexts).filter((context) => state.get(context) === true);
  await Promise.all(done.map(tick));
}

function tick(context: string): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', context, true);
}
