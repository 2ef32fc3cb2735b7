import * as vscode from 'vscode';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { DrivenWindow, type DrivenPick } from './drivenWindow';
import { StartBench, type BenchOptions } from './startBench';

/** A window that a test drives, with everything that a start goes through. */
export class DrivenBench {
  bench!: StartBench;
  window!: DrivenWindow;
  /** The last command, which ends with its sheet. */
  running: Promise<unknown> = Promise.resolve();

  /** A new one for each test of a suite; to be called in the body of its `describe`. */
  static use(options?: BenchOptions): DrivenBench {
    const made = new DrivenBench();
    beforeEach(async () => {
      made.bench = await StartBench.open(options);
      made.window = new DrivenWindow();
    });
    afterEach(async () => {
      made.bench.openSheet.clear();
      await made.running;
      made.window.dispose();
      await vscode.workspace.saveAll(false);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await made.bench.dispose();
    });
    return made;
  }

  /** Runs a command. @returns the sheet or list that it shows */
  async shownBy(command: (ports: StartPorts) => PromiseLike<unknown>): Promise<DrivenPick> {
    const shown = this.window.next();
    this.running = Promise.resolve(command(this.bench.ports));
    return shown;
  }

  /** Does something to what is shown. @returns what is shown then */
  async shownAfter(act: () => unknown): Promise<DrivenPick> {
    const shown = this.window.next();
    act();
    return shown;
  }
}
