import assert from 'node:assert/strict';
import type { EventKind } from '../../../src/client/client';
import { lastAnswer } from '../../../src/answer/lastAnswer';
import { Day, minute, second, Window } from '../../support/followedDay';

const never = new AbortController().signal;

/** Counts what Show Last Answer asks of a conversation that has said this many things, one on its way. */
async function answerRequests(isLate: boolean): Promise<number> {
  let asked = 0;
  const at = (time: number) => `2026-11-23T16:00:0${time}`;
  const newestEvent = (_: string, kind: EventKind) => {
    asked++;
    if (kind !== 'MessageEvent') return Promise.resolve(undefined);
    const by = isLate && asked <= 2 ? ('user' as const) : ('agent' as const);
    return Promise.resolve({ at: at(asked), kind: 'message' as const, by, text: 'Done.' });
  };
  const conversations = () => {
    asked++;
    return Promise.resolve([{ status: 'FINISHED' }]);
  };
  const waitingActions = () => assert.fail('nothing waits');
  await lastAnswer('c1', { conversations, newestEvent, waitingActions }, () => Promise.resolve(), never);
  return asked;
}

describe('One hour of following, with answers', () => {
  for (const [services, statesAtOnce, expected] of [
    ['API V1: one request asks for all', 50, 129],
    ['API V0: each is asked for alone', 1, 273],
  ] as const)
    it(`takes few requests; ${services}`, async () => {
      const day = new Day();
      day.statesAtOnce = statesAtOnce;
      const window = new Window(day);
      day.focus(window);
      for (const id of ['a', 'b', 'c']) day.start(id);
      await day.pass(30 * second);
      for (const id of ['a', 'b', 'c']) day.states.set(id, 'RUNNING');
      const answers: number[] = [];
      for (const id of ['a', 'b']) {
        await day.pass(20 * minute);
        day.states.set(id, statesAtOnce > 1 ? 'FINISHED' : 'STOPPED');
        await day.pass(minute);
        // The user looks at each when its end is announced; services without answers aren't asked for one.
        if (statesAtOnce > 1) answers.push(await answerRequests(id === 'b'));
      }
      await day.pass(17.5 * minute);
      window.follower.dispose();
      const total = answers.reduce((sum, each) => sum + each, 0);
      console.log(`      ${day.requests.length} requests for the status, ${total} for ${answers.length} answers`);
      assert.deepEqual(answers, statesAtOnce > 1 ? [3, 5] : []);
      assert.equal(day.requests.length, expected);
      assert.deepEqual(day.ended, ['a', 'b']);
    });
});
