import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tabsOf } from '../../src/base/vscode/tabs';
import { backToReview, previewDraft } from '../../src/start/vscode/startCommands';
import { eventually } from '../support/eventually';
import { draftWithId, forgetDrafts, keptDocument } from '../support/keptDrafts';
import { pressEnter } from '../support/openSheets';
import { SkippingClock } from '../support/skippingClock';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';

const previewTabs = () => tabsOf(({ scheme }) => scheme === 'agent-conversations-request');

describe('The way back from a preview', () => {
  let bench: StartBench;
  let sheet: WatchedSlot;

  beforeEach(async () => {
    bench = await StartBench.open();
    sheet = new WatchedSlot();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  const ports = () => ({ ...bench.ports, openSheet: sheet });

  /** Opens the preview of a message. */
  async function preview(): Promise<{ readonly id: string; readonly done: Promise<void> }> {
    const { id, path } = await keptDocument(bench.drafts, { fields: {}, body: 'Fix it' });
    const done = previewDraft(ports(), vscode.Uri.file(path));
    await eventually('the preview', () => previewTabs().length > 0, vscode.window.tabGroups.onDidChangeTabs);
    return { id, done };
  }

  it('leads from a message in the editor to its review sheet', async () => {
    const { id, done } = await preview();
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await backToReview();
    assert.deepEqual(previewTabs(), []);
    await sheet.filled;
    // Changes on the sheet are saved with the document, not on the ordinary sheet.
    assert.equal((await draftWithId(bench.drafts, id)).body, 'Fix it');
    sheet.dispose();
    await done;
    assert.deepEqual([sheet.opened, bench.service.requests], [1, []]);
  });

  it('shows the id that the sheet sends then', async () => {
    await bench.dispose();
    bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() });
    const { done } = await preview();
    const { uri } = previewTabs()[0]?.input as vscode.TabInputText;
    const shown = (await vscode.workspace.openTextDocument(uri)).getText();
    const [, id] = /"conversation_id": "([^"]+)"/.exec(shown) ?? [];
    await backToReview();
    await sheet.filled;
    while (bench.posts.length === 0) await pressEnter();
    await done;
    assert.ok(id, shown);
    const sent = bench.posts.map(({ body }) => (body as { conversation_id?: unknown }).conversation_id);
    assert.deepEqual(sent, [id]);
  });

  it('leads nowhere if the message was discarded in the meantime', async () => {
    const { done } = await preview();
    await forgetDrafts(bench.drafts);
    await backToReview();
    await done;
    assert.equal(sheet.opened, 0);
  });
});
