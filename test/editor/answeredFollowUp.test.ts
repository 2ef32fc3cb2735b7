import assert from 'node:assert/strict';
import { answers, holds } from '../service/faults';
import { FollowUpBench } from '../support/followUpBench';

describe('Send Follow-Up to an agent that answers before the service does', () => {
  let its: FollowUpBench;

  beforeEach(async () => (its = await FollowUpBench.open('v1')));
  afterEach(() => its.dispose());

  it("doesn't say that it may have stopped before it read the message", async () => {
    its.report('running');
    const held = holds({ then: answers(200, { success: true }) });
    its.bench.service.misbehave('sendMessage', held);
    const pick = await its.open();
    pick.type('Go on');
    pick.choose('start');
    await held.reached;
    its.bench.service.events.hear(its.id, [{ type: 'text', text: 'Go on' }]);
    its.bench.service.events.finish(its.id, 'Done.');
    its.report('finished');
    held.release();
    await its.running;
    assert.deepEqual([its.runs, its.window.notices], [[false], []]);
  });
});
