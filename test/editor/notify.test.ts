import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportErrors } from '../../src/base/vscode/commands';
import { confirm, notify } from '../../src/base/vscode/notify';
import { RecordedMessages } from '../support/recordedMessages';

const foreign = '[a](command:b)\u202e $(bug)';
const plain = '[a] (command:b) $ (bug)';

describe('A notification', () => {
  const shown = async (click: string | undefined, show: () => Thenable<unknown>) => {
    using messages = new RecordedMessages(click);
    return { answer: await show(), said: messages.said.map((words) => JSON.parse(words) as unknown) };
  };

  it('is made plain, and runs the remedy whose button is clicked', async () => {
    const ran: string[] = [];
    const remedy = (label: string) => ({ label, run: () => Promise.resolve(ran.push(label)) });
    const both = [remedy('One'), remedy('Two')];
    const clicked = await shown('Two', () => notify(vscode.window.showErrorMessage, foreign, ...both));
    assert.deepEqual([clicked.said, ran], [[[plain, 'One', 'Two']], ['Two']]);
    await shown(undefined, () => notify(vscode.window.showErrorMessage, foreign, ...both));
    assert.deepEqual(ran, ['Two']);
  });

  it('rejects if the remedy does', async () => {
    const remedy = { label: 'One', run: () => Promise.reject(new Error('broken')) };
    await assert.rejects(
      shown('One', () => notify(vscode.window.showErrorMessage, 'It failed.', remedy)),
      /broken/,
    );
  });

  it('that asks is modal, made plain but for its lines, and answered by its button alone, which Enter does not select', async () => {
    const asked = (click?: string) =>
      shown(click, () => confirm(foreign, `${foreign}\n\nb  c`, { no: 'No', yes: 'Yes' }));
    assert.deepEqual(await asked('Yes'), {
      answer: true,
      said: [[plain, { modal: true, detail: `${plain}\n\nb c` }, 'No', 'Yes']],
    });
    assert.equal((await asked('No')).answer, false);
    assert.equal((await asked()).answer, false);
  });
});

describe('A command', () => {
  it('reports why it failed, and tells a row that is gone from none', async () => {
    const reported: unknown[] = [];
    const ports = { report: (error: unknown) => Promise.resolve(void reported.push(error)) };
    const error = new Error('broken');
    const { fails, given } = reportErrors<typeof ports>({
      fails: () => Promise.reject(error),
      given: (_, ...words) => words,
    });
    assert.deepEqual([await fails?.(ports), reported], [undefined, [error]]);
    assert.deepEqual(await given?.(ports, undefined, 'x'), [null, 'x']);
  });
});
