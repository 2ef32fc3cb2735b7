import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { pressEnter } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';

describe("A draft that can't be saved to disk", () => {
  let bench: StartBench;
  let isOver = false;
  const { rename } = fs;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(async () => {
    // Keys still pressed after a failure would be pressed in the following tests.
    isOver = true;
    fs.rename = rename;
    await bench.dispose();
  });

  it("isn't sent, says so, and stays on the sheet", async () => {
    // A draft is written to a temporary file and moved into place.
    fs.rename = () => Promise.reject(Object.assign(new Error('EROFS: rename'), { code: 'EROFS' }));
    const shown: string[] = [];
    const report = (error: unknown) => Promise.resolve(void shown.push(error instanceof Error ? error.message : ''));
    const openSheet = new WatchedSlot();
    let done = false;
    const draft = { fields: { initial_user_msg: 'Keep me' } };
    const ports = { ...bench.ports, report, openSheet };
    const started = startReviewed(bench.drafts.begin(draft), ports).finally(() => (done = true));
    // Nothing tells that a quick pick is open. A closed one takes neither Enter nor Escape.
    const press = async (key: () => Thenable<unknown>, isEnough: () => boolean) => {
      while (!isEnough() && !isOver) await key();
    };
    await press(pressEnter, () => shown.length > 0);
    await press(
      () => vscode.commands.executeCommand('workbench.action.closeQuickOpen'),
      () => done,
    );
    assert.equal(await started, undefined);
    assert.match(shown[0] ?? '', /^Not started\. Your draft can't be saved to disk \(EROFS\)/);
    assert.ok(openSheet.opened >= 2, 'the sheet is there again');
    assert.deepEqual([bench.service.requests, bench.history.conversations], [[], []]);
  });
});
