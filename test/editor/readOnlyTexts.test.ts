import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ReadOnlyTexts } from '../../src/base/vscode/readOnlyTexts';
import { eventually } from '../support/eventually';

describe('A text that is shown to be read', () => {
  const last = 500;
  let texts: ReadOnlyTexts;

  before(() => (texts = new ReadOnlyTexts('agent-conversations-test-text')));

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(() => texts.dispose());

  async function show(): Promise<{
    readonly closed: Promise<boolean>;
    readonly reveal: (line: number) => Promise<void>;
  }> {
    const lines = Array.from({ length: last + 1 }, (_, line) => `line ${line}`);
    const { closed } = await texts.show('long.txt', lines.join('\n'));
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor is active');
    const isInView = (line: number) =>
      editor.visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
    const reveal = async (line: number) => {
      editor.revealRange(new vscode.Range(line, 0, line, 0));
      await eventually(`line ${line}`, () => isInView(line), vscode.window.onDidChangeTextEditorVisibleRanges);
    };
    return { closed, reveal };
  }

  it('was not read if its end was never in view', async () => {
    const { closed, reveal } = await show();
    await reveal(last / 2);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    assert.equal(await closed, false);
  });

  it('was read if its end was in view, wherever it is closed', async () => {
    const { closed, reveal } = await show();
    await reveal(last);
    await reveal(0);
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length;
    for (const [command, left] of [
      ['splitEditor', 2],
      ['closeActiveEditor', 1],
    ] as const) {
      await vscode.commands.executeCommand(`workbench.action.${command}`);
      await eventually(`${left} tabs`, () => tabs() === left, vscode.window.tabGroups.onDidChangeTabs);
    }
    const stillOpen = new Promise((resolve) => setImmediate(() => resolve('open')));
    assert.equal(await Promise.race([closed, stillOpen]), 'open', 'in one of its two places');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    assert.equal(await closed, true);
  });
});
