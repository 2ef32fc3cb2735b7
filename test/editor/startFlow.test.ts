import assert from 'node:assert/strict';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { holds } from '../service/faults';
import { holdTime, passHumanTime } from '../support/humanTime';
import { keptDraft, keptMessages } from '../support/keptDrafts';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';
import { bothEnds } from '../support/tags';

bothEnds('Everyone does it.').describe('A start with a part of a request', () => {
  let bench: StartBench;

  beforeEach(async () => (bench = await StartBench.open()));
  afterEach(() => bench.dispose());

  it('opens the sheet with that part, and sets aside what was written there', async () => {
    await keptDraft(bench.drafts, { fields: { initial_user_msg: 'half a thought' } });
    const sheet = new WatchedSlot();
    const started = runStartCommand({ repository: 'octocat/Spoon-Knife' }, { ...bench.ports, openSheet: sheet });
    await sheet.filled;
    sheet.dispose();
    assert.equal(await started, undefined);
    assert.deepEqual(bench.service.requests, []);
    assert.deepEqual(await keptMessages(bench.drafts), ['', 'half a thought']);
  });

  it('closes an open sheet first, so that its last words are set aside as well', async () => {
    const last = () => opened.edit({ fields: { initial_user_msg: 'a whole thought' } });
    const sheet = new WatchedSlot({ dispose: last });
    const opened = bench.drafts.begin({ fields: { initial_user_msg: 'half a' } });
    const started = runStartCommand({ repository: 'octocat/Spoon-Knife' }, { ...bench.ports, openSheet: sheet });
    await sheet.filled;
    sheet.dispose();
    await started;
    assert.deepEqual([...(await keptMessages(bench.drafts))].sort(), ['', 'a whole thought']);
  });

  it('is sent once while its key is held down, also after the answer, and again after that', async () => {
    using _time = holdTime();
    const held = holds({ performs: true });
    bench.service.misbehave('startConversation', held);
    const press = (task = 'Fix it') =>
      runStartCommand({ initial_user_msg: task, repository: 'octocat/Hello-World' }, bench.ports);
    const presses = [press(), press(), press()];
    await held.reached;
    presses.push(press());
    held.release();
    // Begun before the answer, and prepared after it.
    presses.push(press());
    await Promise.all(presses);
    assert.equal(bench.posts.length, 1);
    const answers = [await press(), await press()];
    assert.equal(bench.posts.length, 1, 'the key is still held down');
    assert.deepEqual(answers[1], answers[0]);
    passHumanTime();
    await press();
    assert.equal(bench.posts.length, 2);
    passHumanTime();
    await Promise.all([press(), press('Another'), press()]);
    assert.equal(bench.posts.length, 4, 'whatever another extension starts in between');
  });

  for (const [field, value, sentence] of [
    ['resultBranch', 'agent/fix', /^ExplainedError: Not started\. Unknown field "resultBranch" in/],
    ['colour', 'red', /Unknown field "colour" in/],
    ['initial_user_msg', 1, /"initial_user_msg" of the request must be a string/],
    ['image_urls', 'a', /"image_urls" of the request must be an array/],
    ['mcp_config', 'a', /"mcp_config" of the request must be an object/],
  ] as const) {
    it(`is rejected in a sentence for ${field}: ${value}`, () =>
      assert.rejects(runStartCommand({ repository: 'a/b', [field]: value }, bench.ports), sentence));
  }
});
