import * as vscode from 'vscode';
import { stepContexts, type WalkthroughStep } from '../../names';
import type { GlobalState } from '../globalState';

/**
 * Marks a step of the walkthrough as completed, in later windows as well. VS Code itself only notices commands that it runs
 * itself, not those of an extension's buttons and menus.
 */
export async function completeStep(step: WalkthroughStep, state: GlobalState): Promise<void> {
  const context = stepContexts[step];
  if (state.get(context) === true) return;
  await tick(context);
  // If that fails, for instance because the disk is full, the step is completed in this window only.
  await Promise.resolve(state.update(context, true)).catch(() => undefined);
}

export async function restoreCompletedSteps(state: GlobalState): Promise<void> {
  const done = Object.values(stepContexts).filter((context) => state.get(context) === true);
  await Promise.all(done.map(tick));
}

function tick(context: string): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', context, true);
}
