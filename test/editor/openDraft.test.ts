import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { DrivenWindow, type DrivenPick } from '../support/drivenWindow';
import { keptDocument, keptDraft, keptMessages } from '../support/keptDrafts';
import { until } from '../support/openSheets';
import { StartBench } from '../support/startBench';

const saying = (message: string, more: Partial<Draft> = {}): Draft => ({
  ...more,
  fields: { initial_user_msg: message },
});

describe('Open Draft, in More Options of the sheet', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let running: Promise<unknown>;

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
  });

  afterEach(async () => {
    bench.openSheet.clear();
    await running;
    window.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  /** Opens the sheet, and then the list of the other drafts. */
  async function openList(): Promise<DrivenPick> {
    const shown = window.next();
    running = runStartCommand(undefined, bench.ports);
    const sheet = await shown;
    const asked = window.next();
    sheet.choose('more');
    const more = await asked;
    const listed = window.next();
    more.choose('Open Draft...');
    return listed;
  }

  const rows = ({ items }: DrivenPick) => items.map(({ label, detail = '' }) => `${label} | ${detail}`);

  it('lists each by its first line and age, newest first, and says what it is', async () => {
    await keptDraft(bench.drafts, saying('Theirs', { filledBy: 'link' }));
    await keptDocument(bench.drafts, { ...saying(''), body: 'Written at length\n\nOn several lines' });
    await keptDraft(bench.drafts, saying('Go on', { to: 'c1', starts: [{ id: 's1' }] }));
    await keptDraft(bench.drafts, saying('On the sheet'));
    const list = await openList();
    assert.deepEqual(rows(list), [
      'Go on | just now · 5 characters · follow-up · may have been sent',
      'Written at length | just now · 35 characters · in editor',
      'Theirs | just now · 6 characters · from a link',
    ]);
    list.escape();
  });

  it('continues with the one that is chosen, and keeps the other', async () => {
    await keptDraft(bench.drafts, saying('Earlier'));
    await keptDraft(bench.drafts, saying('On the sheet'));
    const list = await openList();
    const shown = window.next();
    list.choose('Earlier');
    assert.equal((await shown).value, 'Earlier');
    (await shown).escape();
    await running;
    assert.deepEqual([...(await keptMessages(bench.drafts))].sort(), ['Earlier', 'On the sheet']);
  });

  it('is told that what was on a closed sheet is saved, but not of an empty one', async () => {
    const real = vscode.window.setStatusBarMessage.bind(vscode.window);
    const said: string[] = [];
    Object.assign(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
    try {
      for (const text of ['', 'Unfinished']) {
        const shown = window.next();
        running = runStartCommand(undefined, bench.ports);
        const sheet = await shown;
        sheet.type(text);
        sheet.escape();
        await running;
      }
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage: real });
    }
    assert.deepEqual([said, await keptMessages(bench.drafts)], [['$(edit) Saved as a draft'], ['Unfinished']]);
  });

  it('shows the editor of one that is written there', async () => {
    await keptDocument(bench.drafts, { ...saying(''), body: 'Written' });
    await keptDraft(bench.drafts, saying('On the sheet'));
    (await openList()).choose('Written');
    await running;
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Written');
  });

  it('discards one after a question', async () => {
    await keptDraft(bench.drafts, saying('Earlier'));
    await keptDraft(bench.drafts, saying('On the sheet'));
    const list = await openList();
    const asked: string[] = [];
    window.button = (detail, buttons, title) => {
      asked.push([title, detail, ...buttons].join(' | '));
      return buttons.at(-1);
    };
    list.pressRow('Earlier', 'Discard Draft');
    await until(() => list.items.length === 0);
    assert.deepEqual(asked, ['Discard this draft? | Earlier · 7 characters | Keep Draft | Discard Draft']);
    list.escape();
  });
});
