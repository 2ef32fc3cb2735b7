import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import type { Templates } from '../../src/draft/templates';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { DrivenWindow, type DrivenPick } from '../support/drivenWindow';
import { eventually } from '../support/eventually';
import { keptDocument } from '../support/keptDrafts';
import { StartBench } from '../support/startBench';

const typed = ', and an hour of typing';

describe('A document that is written on while its sheet asks something', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let text: vscode.TextDocument;
  let reviewing: Promise<unknown>;

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
  });

  afterEach(async () => {
    bench.openSheet.clear();
    await reviewing;
    window.dispose();
    await text.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  /** Opens the sheet on a document with this draft. */
  async function open(draft: Draft): Promise<DrivenPick> {
    const { id, path } = await keptDocument(bench.drafts, draft);
    text = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(text);
    const list = [{ name: 'steps', text: 'Line 1\nLine 2' }];
    const templates = () => Promise.resolve<Templates>({ list: () => Promise.resolve(list) });
    const shown = window.next();
    reviewing = startReviewed(await bench.drafts.open(id), { ...bench.ports, templates });
    return shown;
  }

  /** Types at the end of the document, and waits until the sheet has read it. */
  async function type(): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(text.uri, text.lineAt(text.lineCount - 1).range.end, typed);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await says(typed);
  }

  const says = (part: string, isThere = true) =>
    eventually(
      `a text ${isThere ? 'with' : 'without'} "${part}"`,
      () => text.getText().includes(part) === isThere,
      vscode.workspace.onDidChangeTextDocument,
    );

  for (const [how, body, expected] of [
    ['goes below all of it', 'mine', `mine${typed}\n\nLine 1\nLine 2`],
    ['begins a new paragraph in what was empty before', '', `${typed}\n\nLine 1\nLine 2`],
  ] as const)
    it(`loses nothing to a template, which ${how}`, async () => {
      const sheet = await open({ fields: {}, body });
      window.row = 'steps';
      window.meanwhile = type;
      sheet.press('Use Template...');
      await says('Line 2');
      assert.equal(text.getText(), expected);
    });

  it('loses only the references to an image that is removed', async () => {
    const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=', inText: true } as const;
    const sheet = await open({ fields: {}, body: 'see ![a.png](a.png) here', images: [image] });
    window.row = 'a.png';
    window.meanwhile = type;
    sheet.press('Attach Images...');
    await says('a.png', false);
    assert.equal(text.getText(), `see  here${typed}`);
  });
});
