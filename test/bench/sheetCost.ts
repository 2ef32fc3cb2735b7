import * as vscode from 'vscode';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { OpenSheets, until } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { compared, type Row } from './row';
import { median } from './samples';

/** Answered by the window after everything that was sent to it before. */
const drawn = () => vscode.commands.executeCommand('setContext', 'agentConversations.bench', true);

/** Milliseconds until a quick pick of five rows is drawn. */
async function bare(): Promise<number> {
  const before = performance.now();
  const pick = vscode.window.createQuickPick();
  pick.items = Array.from({ length: 5 }, (_, index) => ({ label: `Row ${index}`, description: 'octocat/Hello-World' }));
  pick.show();
  await drawn();
  pick.dispose();
  return performance.now() - before;
}

/**
 * From the command to the rows of the review sheet, and to those with what Git says: the first one in a window, and when
 * its code is there.
 */
export async function sheetCost(): Promise<readonly Row[]> {
  await using bench = await StartBench.open();
  using sheets = new OpenSheets();
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
    return { shown, whole };
  };
  const to = 'a bare quick pick';
  const first = { baseline: await bare(), measured: (await sheet()).shown, to, most: 3 };
  const rounds = [];
  for (let round = -10; round < 40; round++) {
    const taken = { bare: await bare(), ...(await sheet()) };
    // Code is still being compiled in the first ones.
    if (round >= 0) rounds.push(taken);
  }
  const baseline = median(rounds.map((one) => one.bare));
  const shown = median(rounds.map((one) => one.shown));
  const whole = median(rounds.map((one) => one.whole));
  return [
    compared('Review sheet: command to rows, the first in a window', first),
    compared('Review sheet: command to rows, warm', { measured: shown, baseline, to, most: 2 }),
    compared('— to all of them, with the answers of Git', { measured: whole, baseline, to }),
  ];
}
