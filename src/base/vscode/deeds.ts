import * as vscode from 'vscode';
import { doneContexts, type Deed } from '../../names';

/** VS Code's state, shared by all windows. */
export type SharedState = Pick<vscode.Memento, 'get' | 'update'>;

/**
 * Ticks a step of the walkthrough once something was done, in later windows too. By itself, VS Code notices only commands
 * that it runs itself: not the buttons of messages and menus.
 */
export async function noteDeed(deed: Deed, state: SharedState): Promise<void> {
  const context = doneContexts[deed];
  if (state.get(context) === true) return;
  await state.update(context, true);
  await tick(context);
}

/** Ticks what was done in earlier windows. */
export async function tickDeeds(state: SharedState): Promise<void> {
  const done = Object.values(doneContexts).filter((context) => state.get(context) === true);
  await Promise.all(done.map(tick));
}

function tick(context: string): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', context, true);
}
