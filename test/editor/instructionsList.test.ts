import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { instructionsField } from '../../src/start/vscode/fields/textFields';
import { MutableDisposable } from '../../src/base/lifecycle';
import { askAfterReading } from '../../src/start/vscode/askAfterReading';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';

describe('The list of instructions', () => {
  const state: SheetState = {
    draft: { fields: {} },
    targetContext: { target: { notes: [] }, instructions: '' },
    settings: undefined,
  };
  let window: DrivenWindow;

  beforeEach(() => (window = new DrivenWindow()));
  afterEach(() => window.dispose());

  async function chosen(typed: string, choose: (labels: readonly string[]) => string | undefined) {
    const shown = window.next();
    const edited = instructionsField.edit(state, {} as SheetPorts);
    const pick = await shown;
    pick.type(typed);
    const label = choose(pick.items.map((item) => item.label));
    if (label === undefined) pick.acceptBetween();
    else pick.choose(label);
    return (await edited).edit?.(state.draft).fields.conversation_instructions;
  }

  it('takes what is typed in it for instructions, below its own rows', async () => {
    let rows: readonly string[] = [];
    const said = await chosen(' Be brief ', (labels) => (rows = labels).at(-1));
    assert.equal(rows.at(-1), 'Use "Be brief"');
    assert.equal(rows.length, 5);
    assert.equal(said, 'Be brief');
  });

  it('takes all that is typed, even if Enter is faster than the list', async () =>
    assert.equal(await chosen('Be brief', () => undefined), 'Be brief'));

  it('has its own rows while nothing is typed', async () =>
    assert.equal(await chosen('', (labels) => labels.find((label) => label.includes('None'))), null));
});

describe('A text that is shown before a question about it is answered', () => {
  it('says how to get back to the question as long as it is open', async () => {
    const real = vscode.window.setStatusBarMessage.bind(vscode.window);
    const said: unknown[][] = [];
    Object.assign(vscode.window, { setStatusBarMessage: (...words: unknown[]) => void said.push(words) });
    try {
      const closed = Promise.resolve(true);
      const previews = () => Promise.resolve({ show: () => Promise.resolve({ closed }) });
      const ask = (isRead: boolean, show: string) => Promise.resolve(isRead ? 'Go on' : show);
      const answer = await askAfterReading('action.txt', ['make'], ask, {
        previews,
        openSheet: new MutableDisposable(),
      });
      assert.equal(answer, 'Go on');
      assert.deepEqual(said, [['Close the text to go back to the question.', closed]]);
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage: real });
    }
  });
});
