import { windowCaughtUp } from '../../src/base/vscode/contextKeys';
import * as vscode from 'vscode';
import { passHumanTime } from './humanTime';
import { Replaced } from './replaced';
import type { SheetRow } from '../../src/start/vscode/sheet/sheetRows';

/** The review sheets that open in this window, by what they show. VS Code reports a quick pick only to its owner. */
export class OpenSheets extends Replaced {
  readonly #picks: vscode.QuickPick<SheetRow>[] = [];

  constructor() {
    super();
    const real = vscode.window.createQuickPick;
    const createQuickPick = () => {
      const pick = real<SheetRow>();
      this.#picks.push(pick);
      return pick;
    };
    this.replace(vscode.window, { createQuickPick });
  }

  /** Number of sheets so far. */
  get count(): number {
    return this.#picks.length;
  }

  /** Last sheet that opened. */
  get last(): vscode.QuickPick<SheetRow> {
    const pick = this.#picks.at(-1);
    if (!pick) throw new Error('no sheet has opened');
    return pick;
  }

  /** Texts of its warnings. */
  get warnings(): readonly string[] {
    return this.last.items.flatMap(({ key, description = '' }) => (key.startsWith('warning ') ? [description] : []));
  }

  /** Waits until a sheet after the first `seen` has opened and knows the workspace. */
  async opened(seen: number): Promise<void> {
    await until(() => this.count > seen && !this.last.busy);
  }

  async untilWarned(words: string, isThere = true): Promise<void> {
    await until(() => this.warnings.includes(words) === isThere);
  }

  /** Presses Enter on the first sheet, which may not know everything yet; how often that has heard one. */
  async enterOnFirst(): Promise<() => number> {
    await until(() => this.count === 1);
    return this.enter();
  }

  /** Presses Enter until the last sheet hears it; how often it has, from then on, too. */
  async enter(): Promise<() => number> {
    let heard = 0;
    this.last.onDidAccept(() => heard++);
    while (heard === 0) await pressEnter();
    return () => heard;
  }
}

/**
 * Presses Enter a while after the last one, and after what is shown now. Nothing tells that a quick pick is open. A closed
 * one takes no Enter.
 */
export async function pressEnter(): Promise<void> {
  // VS Code sends what is shown at the end of a turn.
  await new Promise((resolve) => setTimeout(resolve));
  await windowCaughtUp();
  passHumanTime();
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** Presses Enter until something holds, each time after a sheet would have started by the last one: until then, it waits for another. */
export async function pressEnterUntil(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await pressEnter();
    // The sheet's own wait began earlier and is shorter, so that it ends before this one on any machine.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await windowCaughtUp();
  }
}

/** No event tells when a quick pick is filled, so this checks at each turn of the event loop. */
export async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 15_000; !holds(); await new Promise((resolve) => setImmediate(resolve)))
    if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${holds.toString()}`);
}
