import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { setTimeout as timer } from 'node:timers/promises';
import * as vscode from 'vscode';
import { windowCaughtUp } from '../../src/base/vscode/contextKeys';
import type { Draft } from '../../src/draft/draft';
import type { DraftError } from '../../src/draft/draftFiles';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { runStartCommand } from '../../src/start/vscode/commands';
import { draftsIn } from '../support/draftsIn';
import { DrivenBench } from '../support/drivenBench';
import type { DrivenPick } from '../support/drivenWindow';
import { eventually } from '../support/eventually';
import { keptDocument, keptDraft, keptMessages } from '../support/keptDrafts';
import { holdTime, passHumanTime } from '../support/humanTime';
import { until } from '../support/openSheets';
import { replaced } from '../support/replaced';

const saying = (message: string, more = {}): Draft => ({ ...more, fields: { initial_user_msg: message } });

describe('Open Draft, in More Options of the sheet', () => {
  const its = DrivenBench.use();

  const openSheet = () => its.shownBy((ports) => runStartCommand(undefined, ports));

  /** How many drafts the row says there are. */
  let offered: string | undefined;

  /** Opens the sheet, and then the list of the other drafts. */
  async function openList(): Promise<DrivenPick> {
    const sheet = await openSheet();
    const more = await its.shownAfter(() => sheet.choose('more'));
    offered = more.items.find(({ label }) => label.includes('Open Draft...'))?.description;
    return its.shownAfter(() => more.choose('Open Draft...'));
  }

  /** Waits until the list is drawn, and seen. */
  async function untilDrawn(): Promise<void> {
    await timer();
    await windowCaughtUp();
    passHumanTime();
  }

  const rows = ({ items }: DrivenPick) => items.map(({ label, detail = '' }) => `${label} | ${detail}`);

  it('lists each by its first line and age, newest first, and says what it is', async () => {
    const { drafts } = its.bench;
    await keptDraft(drafts, saying('Theirs', { filledBy: 'link' }));
    await keptDocument(drafts, { ...saying(''), body: 'Written at length\n\nOn several lines' });
    await keptDraft(drafts, saying('Go on', { to: 'c1', starts: [{ id: 's1' }] }));
    await keptDraft(drafts, saying('On the sheet'));
    const list = await openList();
    assert.deepEqual([offered, list.title], ['3 drafts', 'Open Draft']);
    assert.deepEqual(rows(list), [
      'Go on | just now · 5 characters · follow-up · may have been sent',
      'Written at length | just now · 35 characters · in editor',
      'Theirs | just now · 6 characters · from a link',
    ]);
    list.escape();
  });

  it('continues with the one that is chosen, and keeps the other', async () => {
    const { drafts } = its.bench;
    await keptDraft(drafts, saying('Earlier'));
    await keptDraft(drafts, saying('On the sheet'));
    const list = await openList();
    const sheet = await its.shownAfter(() => list.choose('Earlier'));
    assert.deepEqual([sheet.value, sheet.has('fresh')], ['Earlier', false]);
    sheet.escape();
    await its.running;
    assert.deepEqual([...(await keptMessages(drafts))].sort(), ['Earlier', 'On the sheet']);
  });

  it('leaves the one that is chosen to other windows if another sheet has come in between', async () => {
    const { drafts, draftFolder } = its.bench;
    await keptDraft(drafts, saying('Earlier'));
    await keptDraft(drafts, saying('On the sheet'));
    const list = await openList();
    let closed = 0;
    drafts.onDidClose(() => closed++);
    const sheet = await openSheet();
    list.choose('Earlier');
    await eventually('the drafts to be closed', () => closed === 2, drafts.onDidClose);
    sheet.escape();
    await its.running;
    const elsewhere = draftsIn(draftFolder);
    for (const { id } of await drafts.list()) await elsewhere.close(await elsewhere.open(id));
  });

  it('is told that what was on a closed sheet is saved, but not of an empty one', async () => {
    const said: string[] = [];
    using _ = replaced(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
    for (const text of ['', 'Unfinished']) {
      const sheet = await openSheet();
      sheet.type(text);
      sheet.escape();
      await its.running;
    }
    assert.deepEqual([said, await keptMessages(its.bench.drafts)], [['$(edit) Saved as a draft'], ['Unfinished']]);
    using _full = replaced(fs, { rename: () => Promise.reject(new Error('full')) });
    const sheet = await openSheet();
    sheet.type('Not saved');
    sheet.escape();
    await its.running;
    const again = await openSheet();
    (await its.shownAfter(() => again.choose('fresh'))).escape();
    await its.running;
    assert.equal(said.length, 1);
  });

  it('is a start, which is said, if it is a message to a conversation that is no longer in the list', async () => {
    const id = await keptDraft(its.bench.drafts, saying('Go on', { to: 'gone' }));
    const opened = await its.bench.drafts.open(id);
    const sheet = await its.shownBy((ports) => startReviewed(opened, ports));
    assert.match(sheet.title, /^Start Conversation/);
    assert.match(its.window.notices.join(), /is no longer in the list\. If you select Start, a new one begins\.$/);
  });

  it('shows the editor of one that is written there', async () => {
    await keptDocument(its.bench.drafts, { ...saying(''), body: 'Written' });
    await keptDraft(its.bench.drafts, saying('On the sheet'));
    (await openList()).choose('Written');
    await its.running;
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Written');
  });

  it('lists one whose text is unreadable, too', async () => {
    await keptDocument(its.bench.drafts, { ...saying(''), body: 'Written' });
    await keptDraft(its.bench.drafts, saying('On the sheet'));
    using _ = replaced(its.bench.drafts, { documentAt: () => Promise.reject(new Error('EACCES')) });
    const list = await openList();
    assert.equal(list.items.length, 1);
    list.escape();
  });

  it('discards one after a question', async () => {
    await keptDraft(its.bench.drafts, saying('Earlier'));
    await keptDraft(its.bench.drafts, saying('On the sheet'));
    const list = await openList();
    its.window.presses = ['Keep Draft', 'Discard Draft'];
    const closed = new Promise((resolve) => its.bench.drafts.onDidClose(resolve));
    await untilDrawn();
    list.pressRow('Earlier', 'Discard Draft');
    await closed;
    list.pressEnter();
    await timer();
    assert.equal(list.isShown, true, 'the Enter that answered may be held down');
    assert.equal(list.items.length, 1, 'it is left to other windows');
    list.pressRow('Earlier', 'Discard Draft');
    await until(() => list.items.length === 0);
    const buttons = ['Keep Draft', 'Discard Draft'];
    const question = { title: 'Discard this draft?', detail: 'Earlier · 7 characters', buttons };
    assert.deepEqual(its.window.questions, [question, question]);
    list.escape();
  });

  it("doesn't continue with the next one if the Enter that answered is still held down", async () => {
    for (const text of ['Earlier', 'Before that', 'On the sheet']) await keptDraft(its.bench.drafts, saying(text));
    const list = await openList();
    const [first = assert.fail()] = list.items;
    its.window.presses = ['Discard Draft'];
    await untilDrawn();
    using _ = holdTime();
    list.pressRow(first.label, 'Discard Draft');
    await until(() => list.items.length === 1);
    // VS Code makes the first row of the new list active.
    list.goTo(list.items[0]?.label ?? '');
    for (let repeats = 0; repeats < 5; repeats++) list.pressEnter();
    await timer();
    assert.equal(list.isShown, true);
    list.escape();
  });

  it('says of one that was discarded while the list was open that it is gone', async () => {
    const { drafts } = its.bench;
    for (const show of [keptDocument, keptDraft]) {
      const kept = await show(drafts, saying('Earlier'));
      await keptDraft(drafts, saying('On the sheet'));
      const list = await openList();
      const opened = await drafts.open(typeof kept === 'string' ? kept : kept.id);
      await opened.discard().finally(() => drafts.close(opened));
      const again = await its.shownAfter(() => list.choose('Earlier'));
      assert.deepEqual(
        its.bench.reported.splice(0).map((error) => (error as DraftError).code),
        ['gone'],
      );
      again.escape();
      await its.running;
    }
  });

  it('no longer lists one that another window has discarded once that is noticed', async () => {
    const { drafts } = its.bench;
    const id = await keptDraft(drafts, saying('Earlier'));
    await keptDraft(drafts, saying('On the sheet'));
    const list = await openList();
    assert.equal(offered, '1 draft');
    const opened = await drafts.open(id);
    await opened.discard().finally(() => drafts.close(opened));
    list.pressRow('Earlier', 'Discard Draft');
    await until(() => list.items.length === 0);
    list.escape();
  });
});
