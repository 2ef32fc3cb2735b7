import * as vscode from 'vscode';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { OpenSheets } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { milliseconds, row, times, verdict, type Row } from './row';
import { medianTimes } from './samples';

/** Answered by the window after everything that was sent to it before. */
const drawn = () => vscode.commands.executeCommand('setContext', 'agentConversations.bench', true);

async function bare(): Promise<void> {
  const pick = vscode.window.createQuickPick();
  pick.items = Array.from({ length: 5 }, (_, index) => ({ label: `Row ${index}`, description: 'octocat/Hello-World' }));
  pick.show();
  await drawn();
  pick.dispose();
}

/** From the command to all rows of the review sheet: the first one in a window, and when its code is there. */
export async function sheetCost(): Promise<readonly Row[]> {
  const bench = await StartBench.open();
  const sheets = new OpenSheets();
  const sheet = async () => {
    const { count } = sheets;
    const store = bench.drafts.sheet;
    const reviewing = startReviewed(await store.load(), store, bench.ports);
    await sheets.opened(count);
    await drawn();
    bench.openSheet.put(undefined);
    await reviewing;
  };
  const once = async (act: () => Promise<void>, before = performance.now()) => (
    await act(),
    performance.now() - before
  );
  try {
    const first = [await once(bare), await once(sheet)] as const;
    const warm = await medianTimes(40, bare, sheet);
    return [
      rowOf('Review sheet: command to rows, the first in a window', 3, first),
      rowOf('Review sheet: command to rows, warm', 2, [warm[0] ?? NaN, warm[1] ?? NaN]),
    ];
  } finally {
    sheets.dispose();
    await bench.dispose();
  }
}

function rowOf(what: string, most: number, [baseline, measured]: readonly [number, number]): Row {
  const ratio = measured / baseline;
  const target = `≤ ${most} × a bare quick pick`;
  const shown = { measured: milliseconds(measured), baseline: milliseconds(baseline), ratio: times(ratio) };
  return row(what, { target, ...shown, verdict: verdict(ratio <= most) });
}
