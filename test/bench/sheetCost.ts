import * as vscode from 'vscode';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { OpenSheets, until } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { milliseconds, row, times, verdict, type Row } from './row';
import { median } from './samples';

/** Answered by the window after everything that was sent to it before. */
const drawn = () => vscode.commands.executeCommand('setContext', 'agentConversations.bench', true);

async function bare(): Promise<void> {
  const pick = vscode.window.createQuickPick();
  pick.items = Array.from({ length: 5 }, (_, index) => ({ label: `Row ${index}`, description: 'octocat/Hello-World' }));
  pick.show();
  await drawn();
  pick.dispose();
}

/**
 * From the command to the rows of the review sheet, and to those with what Git says: the first one in a window, and when
 * its code is there.
 */
export async function sheetCost(): Promise<readonly Row[]> {
  const bench = await StartBench.open();
  const sheets = new OpenSheets();
  const sheet = async () => {
    const [before, { count }] = [performance.now(), sheets];
    const reviewing = startReviewed(await bench.drafts.openNewest(), bench.ports);
    await until(() => sheets.count > count);
    await drawn();
    const shown = performance.now() - before;
    await sheets.opened(count);
    await drawn();
    const whole = performance.now() - before;
    bench.openSheet.clear();
    await reviewing;
    return [shown, whole] as const;
  };
  const round = async () => {
    const before = performance.now();
    await bare();
    return [performance.now() - before, ...(await sheet())] as const;
  };
  try {
    const [baseline, shown] = await round();
    const first = rowOf('Review sheet: command to rows, the first in a window', [shown, baseline], 3);
    const rounds: (readonly number[])[] = [];
    // Code is still being compiled in the first ones.
    for (let index = -10; index < 40; index++) {
      const taken = await round();
      if (index >= 0) rounds.push(taken);
    }
    const [pick = NaN, rows = NaN, all = NaN] = [0, 1, 2].map((at) => median(rounds.map((one) => one[at]!)));
    return [
      first,
      rowOf('Review sheet: command to rows, warm', [rows, pick], 2),
      rowOf('— to all of them, with the answers of Git', [all, pick]),
    ];
  } finally {
    sheets.dispose();
    await bench.dispose();
  }
}

function rowOf(what: string, [measured, baseline]: readonly [number, number], most?: number): Row {
  const ratio = measured / baseline;
  const shown = { measured: milliseconds(measured), baseline: milliseconds(baseline), ratio: times(ratio) };
  const judged = most !== undefined && { target: `≤ ${most} × a bare quick pick`, verdict: verdict(ratio <= most) };
  return row(what, { ...shown, ...judged });
}
