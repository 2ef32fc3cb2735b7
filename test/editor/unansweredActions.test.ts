import assert from 'node:assert/strict';
import { FollowUpBench } from '../support/followUpBench';

describe('Send Follow-Up after an agent that left an action', () => {
  let its: FollowUpBench;

  beforeEach(async () => (its = await FollowUpBench.open('v1')));
  afterEach(() => its.dispose());

  for (const execution of ['finished', 'idle', 'stuck', 'error', 'paused'])
    it(`shows an action that an agent left without a result, which a message would carry out: ${execution}`, async () => {
      its.bench.service.events.act(its.id, { kind: 'TerminalAction', command: 'rm -rf build' });
      its.report(execution);
      const questions: (readonly [detail: string, buttons: readonly string[]])[] = [];
      its.window.button = (detail, buttons) => {
        questions.push([detail, buttons]);
        return buttons.find((button) => button === 'Send and Continue');
      };
      await its.sendAndReturn();
      const [detail = '', buttons] = questions.at(-1) ?? [];
      assert.match(detail, /command: rm -rf build$/);
      assert.deepEqual(buttons, ['Open in Browser', 'Only Add Message', 'Send and Carry Out Action']);
      assert.deepEqual(its.posts, []);

      its.window.button = (_, answers) => answers.at(-1);
      const pick = await its.open();
      pick.choose('start');
      await its.running;
      assert.deepEqual(its.runs, [true]);
    });

  it("doesn't ask about a final answer, which is carried out with no effect", async () => {
    its.bench.service.events.finish(its.id, 'Done.');
    its.report('finished');
    await its.send();
    assert.deepEqual(its.runs, [true]);
  });

  it('waits for a result that is on its way, instead of asking about its action', async () => {
    const { events } = its.bench.service;
    events.act(its.id, { kind: 'TerminalAction', command: 'make' });
    events.handOverLate();
    its.observe();
    its.report('finished');
    await its.send();
    assert.deepEqual(its.runs, [true]);
  });

  it('shows an action that the service gets to know after the status', async () => {
    const { events } = its.bench.service;
    events.turn(its.id, 'running');
    events.handOverLate();
    events.act(its.id, { kind: 'TerminalAction', command: 'rm -rf build' });
    its.report('error');
    const details: string[] = [];
    its.window.button = (detail) => void details.push(detail);
    await its.sendAndReturn();
    assert.match(details.join(), /command: rm -rf build$/);
    assert.deepEqual(its.posts, []);
  });
});
