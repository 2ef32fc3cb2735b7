import assert from 'node:assert/strict';
import type { Remedy } from '../../src/base/vscode/explanation';
import { asExplained } from '../../src/start/vscode/explain';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { answers } from '../service/faults';
import { DrivenWindow } from '../support/drivenWindow';
import { forgetDrafts, keptDraft } from '../support/keptDrafts';
import { StartBench } from '../support/startBench';

describe('Back to Review Sheet, after a start was rejected', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let reported: string[];
  let back: Remedy;

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
    reported = [];
  });

  afterEach(async () => {
    bench.openSheet.clear();
    window.dispose();
    await bench.dispose();
  });

  /** Starts with this message, which the service rejects. */
  async function reject(message: string): Promise<void> {
    bench.service.misbehave('startConversation', answers(400, { status: 'error', message: 'No room' }));
    const report = (error: unknown, ...remedies: readonly Remedy[]) => {
      reported.push(asExplained(error).message);
      back = remedies.at(-1) ?? back;
      return Promise.resolve();
    };
    const shown = window.next();
    const running = runStartCommand(undefined, { ...bench.ports, report });
    const sheet = await shown;
    if (message !== '') sheet.type(message);
    window.button = (_, buttons) => buttons.at(-1);
    sheet.choose('start');
    await running;
    assert.match(reported.join(), /No room/);
    assert.equal(back.label, 'Back to Review Sheet');
  }

  /** Goes back. @returns what the sheet has then */
  async function goBack(): Promise<string> {
    const shown = window.next();
    const running = back.run();
    const sheet = await shown;
    const { value } = sheet;
    sheet.escape();
    await running;
    return value;
  }

  it('has the message that was rejected, whatever was written since', async () => {
    await reject('Fix it');
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'Another one' } });
    assert.equal(await goBack(), 'Fix it');
  });

  it('says so if that is gone, instead of showing another one', async () => {
    await reject('Fix it');
    await forgetDrafts(bench.drafts);
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'Another one' } });
    reported = [];
    await back.run();
    assert.deepEqual(reported, ['This draft was sent or discarded.']);
    assert.notEqual(window.pick?.isShown, true);
  });

  it('is as empty as it was', async () => {
    await reject('');
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'Another one' } });
    assert.equal(await goBack(), '');
  });
});
